package basalt.bench.field.fleks

import basalt.bench.field.Trial
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.IteratingSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** Doubles the common component. */
internal class Twice : IteratingSystem(family { all(Data) }) {
    override fun onTickEntity(entity: Entity) {
        entity[Data].value *= 2
    }
}

/** One system over the common component. */
internal class FleksFragments(entitiesOfEach: Int, private val changing: Boolean) : Trial {
    private val capacity = LETTERS.size * entitiesOfEach + if (changing) 1 else 0
    private val world: World = configureWorld(capacity) { systems { add(Twice()) } }
    private val data = Array(capacity) { Data() }
    private var last: Entity? = null

    init {
        for (i in 0 until LETTERS.size * entitiesOfEach) {
            world.entity {
                it += listOf(LETTERS[i / entitiesOfEach](), data[i])
            }
        }
        if (changing) {
            spawnLast()
        }
    }

    private fun spawnLast() {
        val born = Data()
        data[capacity - 1] = born
        last =
            world.entity {
                it += A()
                it += born
            }
    }

    override fun run(): Int {
        if (changing) {
            world -= last!!
            spawnLast()
        }
        world.update(SECONDS)
        return data.size
    }

    override fun rewind() = data.forEach { it.value = 1f }

    override fun values() = FloatArray(data.size) { data[it].value }.apply { sort() }

    override fun close() = world.dispose()
}
