package basalt.bench.field.fleks

import basalt.bench.field.HeavyValues
import basalt.bench.field.Start
import basalt.bench.field.Trial
import basalt.bench.heavy.Matrix4
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.IteratingSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** Inverts each matrix a hundred times, and rotates the position by it. */
internal class Compute : IteratingSystem(family { all(Matrix, Place) }) {
    override fun onTickEntity(entity: Entity) {
        val m = entity[Matrix].m
        val place = entity[Place]
        Matrix4.invert(m, Start.INVERSIONS)
        val x = place.x
        val y = place.y
        val z = place.z
        place.x = Matrix4.turn(m, 0, x, y, z)
        place.y = Matrix4.turn(m, 1, x, y, z)
        place.z = Matrix4.turn(m, 2, x, y, z)
    }
}

/** One system over matrices and positions. */
internal class FleksHeavy(private val count: Int) : Trial {
    private val world: World = configureWorld(count) { systems { add(Compute()) } }
    private val matrices = Array(count) { Matrix() }
    private val places = Array(count) { Place() }

    init {
        for (i in 0 until count) {
            world.entity {
                it += matrices[i]
                it += places[i]
                it += Turn(1f, 0f, 0f)
                it += Motion(1f, 0f, 0f)
            }
        }
        rewind()
    }

    override fun run(): Int {
        world.update(SECONDS)
        return count
    }

    override fun rewind() {
        for (i in 0 until count) {
            Matrix4.rotateX(matrices[i].m, Start.RADIANS)
            places[i].x = Start.x(i)
            places[i].y = Start.y(i)
            places[i].z = Start.z(i)
        }
    }

    override fun values(): FloatArray {
        val values = HeavyValues(count)
        for (i in 0 until count) {
            values.add(matrices[i].m, places[i].x, places[i].y, places[i].z)
        }
        return values.all()
    }

    override fun close() = world.dispose()
}
