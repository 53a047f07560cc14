package basalt.bench.field.fleks

import basalt.bench.field.Trial
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.IteratingSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

/** Doubles what all kinds have in common. */
internal class Twice : IteratingSystem(family { all(Data) }) {
    override fun onTickEntity(entity: Entity) {
        entity[Data].value *= 2
    }
}

/** One system over entities of all kinds. */
internal class FleksFragments(entitiesOfEach: Int) : Trial {
    private val world: World = configureWorld(LETTERS.size * entitiesOfEach) { systems { add(Twice()) } }
    private val data = Array(LETTERS.size * entitiesOfEach) { Data() }

    init {
        for (i in data.indices) {
            world.entity {
                it += listOf(LETTERS[i / entitiesOfEach](), data[i])
            }
        }
    }

    override fun run(): Int {
        world.update(SECONDS)
        return data.size
    }

    override fun rewind() = data.forEach { it.value = 1f }

    override fun values() = FloatArray(data.size) { data[it].value }

    override fun close() = world.dispose()
}
