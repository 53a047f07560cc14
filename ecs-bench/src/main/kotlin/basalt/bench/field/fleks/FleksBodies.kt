package basalt.bench.field.fleks

import basalt.bench.field.Bodies
import basalt.bench.field.Start
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.IntervalSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** Moves all entities with position and velocity. */
internal class Move : IntervalSystem() {
    private val matching = family { all(Place, Motion) }

    override fun onTick() =
        matching.forEach { entity ->
            val place = entity[Place]
            val motion = entity[Motion]
            place.x += motion.dx
            place.y += motion.dy
            place.z += motion.dz
        }
}

/** A world with one system. */
internal class FleksBodies(private val capacity: Int, private val movingPercent: Int) : Bodies {
    private val world: World = configureWorld(capacity) { systems { add(Move()) } }
    private val movers = world.family { all(Place, Motion) }
    private val entities = arrayOfNulls<Entity>(capacity)

    override fun create(): Int {
        if (movingPercent == 100) {
            for (i in 0 until capacity) {
                entities[i] = world.entity {
                    it += place(i)
                    it += motion()
                }
            }
        } else {
            for (i in 0 until capacity) {
                val entity = world.entity { it += place(i) }
                if (Start.moves(i, movingPercent)) {
                    launch(entity)
                }
                entities[i] = entity
            }
        }
        return world.numEntities
    }

    private fun place(number: Int) = Place(Start.x(number), Start.y(number), Start.z(number))

    private fun motion() = Motion(Start.DX, Start.DY, Start.DZ)

    private fun launch(entity: Entity) = with(world) { entity.configure { it += motion() } }

    override fun destroy(): Int {
        world.removeAll()
        return world.numEntities
    }

    override fun add(): Int {
        for (entity in entities) {
            launch(entity!!)
        }
        return movers.numEntities
    }

    override fun remove(): Int {
        with(world) {
            for (entity in entities) {
                entity!!.configure { it -= Motion }
            }
        }
        return movers.numEntities
    }

    override fun move() = world.update(SECONDS)

    override fun rewind() {
        with(world) {
            for (i in 0 until capacity) {
                val place = entities[i]!![Place]
                place.x = Start.x(i)
                place.y = Start.y(i)
                place.z = Start.z(i)
            }
        }
    }

    override fun count() = world.numEntities

    override fun moving() = movers.numEntities

    override fun value(entity: Int, field: Int): Float =
        with(world) {
            val of = entities[entity]!!
            val motion = of.getOrNull(Motion)
            when (field) {
                0 -> of[Place].x
                1 -> of[Place].y
                2 -> of[Place].z
                3 -> motion?.dx ?: 0f
                4 -> motion?.dy ?: 0f
                else -> motion?.dz ?: 0f
            }
        }

    override fun close() = world.dispose()
}
