package basalt.bench.field.fleks

import basalt.bench.field.Start
import basalt.bench.field.Trial
import basalt.bench.field.part.PartKryo
import basalt.bench.heavy.Matrix4
import com.esotericsoftware.kryo.io.Input
import com.esotericsoftware.kryo.io.Output
import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.Family
import com.github.quillraven.fleks.Snapshot
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.configureWorld

/** Writes the world's snapshot, which refers to its components, by Kryo, and loads one that is read in a new world. */
internal class FleksSerialize(private val entities: Int) : Trial {
    private val kryo = PartKryo.of(Matrix::class.java, Place::class.java, Turn::class.java, Motion::class.java)
    private val output = Output(BUFFER_BYTES, -1)
    private val input = Input()
    private var world: World? = null
    private var all: Family? = null

    init {
        rewind()
    }

    override fun run(): Int {
        output.reset()
        save(world!!.snapshot())
        input.setBuffer(output.buffer, 0, output.position())
        val snapshot = load()
        open()
        world!!.loadSnapshot(snapshot)
        return all!!.numEntities
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

    private fun open() {
        close()
        val made = configureWorld(entities) {}
        all = made.family { all(Matrix, Place, Turn, Motion) }
        world = made
    }

    override fun rewind() {
        open()
        for (i in 0 until entities) {
            val matrix = Matrix()
            Matrix4.rotateX(matrix.m, Start.RADIANS)
            world!!.entity {
                it += matrix
                it += Place(Start.x(i), Start.y(i), Start.z(i))
                it += Turn(1f, 0f, 0f)
                it += Motion(Start.DX, Start.DY, Start.DZ)
            }
        }
    }

    override fun values(): FloatArray = insertedValues(all!!, entities)

    override fun close() {
        world?.dispose()
        world = null
    }

    private companion object {
        const val BUFFER_BYTES = 1 shl 16
    }
}
