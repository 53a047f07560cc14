package basalt.bench.field.fleks

import basalt.bench.field.Trial
import com.github.quillraven.fleks.Family
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.configureWorld

/** A new world for each run, with a family that the entities join. */
internal class FleksInsert(private val entities: Int) : Trial {
    private var world: World? = null
    private var all: Family? = null

    override fun run(): Int {
        close()
        val made = configureWorld(entities) {}
        val family = made.family { all(Matrix, Place, Turn, Motion) }
        for (i in 0 until entities) {
            made.entity {
                it += Matrix()
                it += Place(1f, 0f, 0f)
                it += Turn(1f, 0f, 0f)
                it += Motion(1f, 0f, 0f)
            }
        }
        world = made
        all = family
        return family.numEntities
    }

    override fun rewind() {
        run()
    }

    override fun values(): FloatArray = insertedValues(all!!, entities)

    override fun close() {
        world?.dispose()
        world = null
    }
}
