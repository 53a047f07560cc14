package basalt.bench.field.fleks

import basalt.bench.field.Rows
import basalt.bench.field.Start
import basalt.bench.field.Trial
import com.github.quillraven.fleks.IntervalSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** Decrements the health of all. */
internal class Hurt : IntervalSystem() {
    private val matching = family { all(Health) }

    override fun onTick() = matching.forEach { entity -> entity[Health].points -= 1 }
}

/** Removes the entities without health. */
internal class Reap : IntervalSystem() {
    private val matching = family { all(Health) }
    var dead = 0

    override fun onTick() {
        dead = 0
        matching.forEach { entity ->
            if (entity[Health].points <= 0) {
                entity.remove()
                dead++
            }
        }
    }
}

/** Creates as many particles as were removed. */
internal class Spawn(private val reap: Reap) : IntervalSystem() {
    var spawned = 0

    override fun onTick() = spawn(reap.dead)

    fun spawn(number: Int) {
        for (k in 0 until number) {
            world.entity {
                it += Place(Start.spawnX(spawned), 0f, 0f)
                it += Motion(Start.DX, Start.DY, Start.DZ)
                it += Lifetime()
                it += Health(Start.health(spawned))
            }
            spawned++
        }
    }
}

/** Four systems in sequence, and the count of a family. */
internal class FleksParticles(private val capacity: Int) : Trial {
    private lateinit var spawn: Spawn
    private val world: World =
        configureWorld(capacity) {
            systems {
                val reap = Reap()
                spawn = Spawn(reap)
                add(Move())
                add(Hurt())
                add(reap)
                add(spawn)
            }
        }
    private val all = world.family { all(Place, Motion, Lifetime, Health) }

    init {
        rewind()
    }

    override fun run(): Int {
        world.update(SECONDS)
        return all.numEntities
    }

    override fun rewind() {
        world.removeAll()
        spawn.spawned = 0
        spawn.spawn(capacity)
    }

    override fun values(): FloatArray {
        val rows = Rows(all.numEntities)
        all.forEach { entity ->
            val place = entity[Place]
            rows.add(place.x, place.y, place.z, entity[Health].points.toFloat())
        }
        return rows.sorted()
    }

    override fun close() = world.dispose()
}
