package basalt.bench.engine

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.io.Input
import com.esotericsoftware.kryo.io.Output
import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.ComponentType
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.Family
import com.github.quillraven.fleks.IntervalSystem
import com.github.quillraven.fleks.IteratingSystem
import com.github.quillraven.fleks.Snapshot
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** The time of a tick. */
private const val SECONDS = 1f / 60f

/** The components: those of the other engines, with types of Fleks. */
internal class Place(x: Float = 0f, y: Float = 0f, z: Float = 0f) : Parts.Place(x, y, z), Component<Place> {
    override fun type() = Place

    companion object : ComponentType<Place>()
}

internal class Motion(dx: Float = 0f, dy: Float = 0f, dz: Float = 0f) : Parts.Motion(dx, dy, dz), Component<Motion> {
    override fun type() = Motion

    companion object : ComponentType<Motion>()
}

internal class Health(points: Int) : Parts.Health(points), Component<Health> {
    override fun type() = Health

    companion object : ComponentType<Health>()
}

/** One float; each kind has a type of its own. */
internal class Letter(private val kind: ComponentType<Letter>) : Parts.Letter(), Component<Letter> {
    override fun type() = kind
}

private class LetterType : ComponentType<Letter>()

/** The types of the twenty-six kinds, and the common one. */
private val LETTERS: List<ComponentType<Letter>> = List(Start.FRAGMENT_KINDS) { LetterType() }
private val A: ComponentType<Letter> = LETTERS[0]
private val B: ComponentType<Letter> = LETTERS[1]
private val C: ComponentType<Letter> = LETTERS[2]
private val D: ComponentType<Letter> = LETTERS[3]
private val E: ComponentType<Letter> = LETTERS[4]
private val DATA: ComponentType<Letter> = LetterType()

/**
 * Fleks: entities from `world.entity`, components added and removed by `configure`, all entities removed by
 * `removeAll`, a world that is created for the final number of entities. Systems are `IntervalSystem`s that call
 * `family.forEach`, whose body is inlined; over 10,000 entities this takes half the time of an `IteratingSystem`. Over
 * a few hundred entities an `IteratingSystem` is faster, and used. This is in Kotlin, because `forEach` and the access
 * to components are inline functions.
 */
internal class Fleks : Scenes {
    override fun scene(workload: Scenes.Workload, entities: Int, option: Int): Scene =
        when (workload) {
            Scenes.Workload.MOVE -> FleksBodies(entities, option)
            Scenes.Workload.FRAGMENTED -> FleksFragments(entities, option == 1)
            Scenes.Workload.SWAPS -> FleksSwaps(entities)
            Scenes.Workload.SERIALIZE -> FleksSerialize(entities)
            Scenes.Workload.ADD_REMOVE -> FleksToggles(entities)
            Scenes.Workload.PARTICLES -> FleksParticles(entities)
            else -> throw UnsupportedOperationException(workload.name)
        }
}

private class MoveAll : IntervalSystem() {
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

private class FleksBodies(entities: Int, moving: Int) : ObjectScenes.Moving(entities, moving) {
    private val world: World = configureWorld(entities) { systems { add(MoveAll()) } }
    private val handles = arrayOfNulls<Entity>(entities)

    override fun create(): Int {
        for (i in handles.indices) {
            val entity =
                world.entity {
                    it += Place(Start.x(i), Start.y(i), Start.z(i))
                    if (moving == 100 || Start.moves(i, moving)) {
                        it += Motion(Start.DX, Start.DY, Start.DZ)
                    }
                }
            handles[i] = entity
        }
        return world.numEntities
    }

    override fun destroy(): Int {
        world.removeAll()
        return world.numEntities
    }

    override fun run(): Int {
        world.update(SECONDS)
        return handles.size
    }

    override fun count() = world.numEntities

    override fun place(number: Int): Parts.Place = with(world) { handles[number]!![Place] }

    override fun motion(number: Int): Parts.Motion? = with(world) { handles[number]!!.getOrNull(Motion) }

    override fun close() = world.dispose()
}

/** Writes the world's snapshot, which refers to its components, by Kryo, and loads one that is read in a new world. */
private class FleksSerialize(private val entities: Int) : Scene {
    private val kryo = Kryo()
    private val output = Output(1 shl 16, -1)
    private val input = Input()
    private var world: World = configureWorld(1) {}
    private var all: Family = world.family { all(Place, Motion) }

    init {
        kryo.references = false
        kryo.register(Place::class.java)
        kryo.register(Motion::class.java)
        rewind()
    }

    private fun open() {
        world.dispose()
        world = configureWorld(entities) {}
        all = world.family { all(Place, Motion) }
    }

    override fun run(): Int {
        output.reset()
        save(world.snapshot())
        input.setBuffer(output.buffer, 0, output.position())
        val snapshot = load()
        open()
        world.loadSnapshot(snapshot)
        return all.numEntities
    }

    private fun save(snapshot: Map<Entity, Snapshot>) {
        output.writeInt(snapshot.size)
        for ((entity, state) in snapshot) {
            output.writeInt(entity.id)
            output.writeInt(entity.version.toInt())
            output.writeInt(state.components.size, true)
            for (component in state.components) {
                kryo.writeClassAndObject(output, component)
            }
        }
    }

    private fun load(): Map<Entity, Snapshot> {
        val count = input.readInt()
        val snapshot = LinkedHashMap<Entity, Snapshot>(2 * count)
        for (i in 0 until count) {
            val entity = Entity(input.readInt(), input.readInt().toUInt())
            val components = ArrayList<Component<out Any>>()
            for (left in 0 until input.readInt(true)) {
                components.add(kryo.readClassAndObject(input) as Component<out Any>)
            }
            snapshot[entity] = Snapshot(components, listOf())
        }
        return snapshot
    }

    override fun rewind() {
        open()
        for (i in 0 until entities) {
            world.entity {
                it += Place(Start.x(i), Start.y(i), Start.z(i))
                it += Motion(Start.DX, Start.DY, Start.DZ)
            }
        }
    }

    override fun values(): FloatArray {
        val values = Values()
        all.forEach { entity ->
            val place = entity[Place]
            val motion = entity[Motion]
            values.add(place.x, place.y, place.z, motion.dx, motion.dy, motion.dz)
        }
        return values.all()
    }

    override fun close() = world.dispose()
}

private class Twice : IteratingSystem(family { all(DATA) }) {
    override fun onTickEntity(entity: Entity) {
        entity[DATA].value *= 2
    }
}

private class FleksFragments(entitiesOfEach: Int, spawning: Boolean) :
    ObjectScenes.Fragmented(entitiesOfEach, spawning) {
    private val world: World =
        configureWorld(Start.FRAGMENT_KINDS * entitiesOfEach + 1) { systems { add(Twice()) } }
    private var last: Entity? = null

    init {
        makeAll()
    }

    override fun make(kind: Int): Parts.Letter {
        val data = Letter(DATA)
        data.value = 1f
        last =
            world.entity {
                it += Letter(LETTERS[kind])
                it += data
            }
        return data
    }

    override fun run(): Int {
        if (spawning) {
            world -= last!!
            makeLast()
        }
        world.update(SECONDS)
        return world.numEntities
    }

    override fun close() = world.dispose()
}

private class SwapAb : IntervalSystem() {
    private val matching = family { all(A, B) }

    override fun onTick() = matching.forEach { entity -> Parts.swap(entity[A], entity[B]) }
}

private class SwapCd : IntervalSystem() {
    private val matching = family { all(C, D) }

    override fun onTick() = matching.forEach { entity -> Parts.swap(entity[C], entity[D]) }
}

private class SwapCe : IntervalSystem() {
    private val matching = family { all(C, E) }

    override fun onTick() = matching.forEach { entity -> Parts.swap(entity[C], entity[E]) }
}

/** Three systems, each of which swaps the values of two components. */
private class FleksSwaps(ofEach: Int) : ObjectScenes.Swapping(ofEach) {
    private val world: World =
        configureWorld(Start.SWAPPED_KINDS * ofEach) {
            systems {
                add(SwapAb())
                add(SwapCd())
                add(SwapCe())
            }
        }

    init {
        makeAll()
        rewind()
    }

    override fun make(kind: Int): Array<Parts.Letter> {
        val types = listOf(A, B, C, if (kind == 2) D else E).take(Start.swapped(kind))
        val letters = types.map { Letter(it) }
        world.entity { it += letters }
        return letters.toTypedArray()
    }

    override fun run(): Int {
        world.update(SECONDS)
        return world.numEntities
    }

    override fun close() = world.dispose()
}

/** Components added and removed by configuring each entity, and a family that entities with both join. */
private class FleksToggles(private val count: Int) : Toggling(count) {
    private val world: World = configureWorld(count) {}
    private val both = world.family { all(A, B) }
    private val handles: Array<Entity> = Array(count) { world.entity { it += Letter(A) } }

    override fun add(): Int {
        with(world) {
            for (entity in handles) {
                entity.configure { it += Letter(B) }
            }
        }
        return both.numEntities
    }

    override fun remove(): Int {
        with(world) {
            for (entity in handles) {
                entity.configure { it -= B }
            }
        }
        return count - both.numEntities
    }

    override fun set(number: Int): Float {
        val b = with(world) { handles[number][B] }
        val before = b.value
        b.value = 1f
        return before
    }

    override fun close() = world.dispose()
}

private class Hurt : IntervalSystem() {
    private val matching = family { all(Health) }

    override fun onTick() = matching.forEach { entity -> entity[Health].points -= 1 }
}

/** Removes the entities without health. */
private class Reap : IntervalSystem() {
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
private class Spawn(private val reap: Reap) : IntervalSystem() {
    var spawned = 0

    override fun onTick() = spawn(reap.dead)

    fun spawn(number: Int) {
        for (k in 0 until number) {
            world.entity {
                it += Place(Start.spawnX(spawned), 0f, 0f)
                it += Motion(Start.DX, Start.DY, Start.DZ)
                it += Health(Start.health(spawned))
            }
            spawned++
        }
    }
}

/** Four systems in sequence, and the count of a family. */
private class FleksParticles(private val capacity: Int) : Scene {
    private lateinit var spawn: Spawn
    private val world: World =
        configureWorld(capacity) {
            systems {
                val reap = Reap()
                spawn = Spawn(reap)
                add(MoveAll())
                add(Hurt())
                add(reap)
                add(spawn)
            }
        }
    private val all = world.family { all(Place, Motion, Health) }

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
        val values = Values()
        all.forEach { entity ->
            val place = entity[Place]
            values.add(place.x, place.y, place.z, entity[Health].points.toFloat())
        }
        return values.sorted(4)
    }

    override fun close() = world.dispose()
}
