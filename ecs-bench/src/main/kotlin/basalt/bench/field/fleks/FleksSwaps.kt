package basalt.bench.field.fleks

import basalt.bench.field.Start
import basalt.bench.field.Trial
import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.IntervalSystem
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.World.Companion.family
import com.github.quillraven.fleks.configureWorld

internal class SwapAb : IntervalSystem() {
    private val matching = family { all(A, B) }

    override fun onTick() =
        matching.forEach { entity ->
            val a = entity[A]
            val b = entity[B]
            a.value = b.value.also { b.value = a.value }
        }
}

internal class SwapCd : IntervalSystem() {
    private val matching = family { all(C, D) }

    override fun onTick() =
        matching.forEach { entity ->
            val c = entity[C]
            val d = entity[D]
            c.value = d.value.also { d.value = c.value }
        }
}

internal class SwapCe : IntervalSystem() {
    private val matching = family { all(C, E) }

    override fun onTick() =
        matching.forEach { entity ->
            val c = entity[C]
            val e = entity[E]
            c.value = e.value.also { e.value = c.value }
        }
}

/** Three systems, each of which swaps the values of two components. */
internal class FleksSwaps(private val ofEach: Int) : Trial {
    private val world: World =
        configureWorld(KINDS * ofEach) {
            systems {
                add(SwapAb())
                add(SwapCd())
                add(SwapCe())
            }
        }

    private val letters: Array<List<Letter>> =
        Array(KINDS * ofEach) {
            when (it / ofEach) {
                0 -> listOf(A(), B())
                1 -> listOf(A(), B(), C())
                2 -> listOf(A(), B(), C(), D())
                else -> listOf(A(), B(), C(), E())
            }
        }

    init {
        for (components in letters) {
            world.entity { it += components.map { letter -> letter as Component<*> } }
        }
        rewind()
    }

    override fun run(): Int {
        world.update(SECONDS)
        return letters.size
    }

    override fun rewind() =
        letters.forEachIndexed { entity, components ->
            components.forEachIndexed { component, letter -> letter.value = Start.letter(entity, component) }
        }

    override fun values() = letters.flatMap { components -> components.map { it.value } }.toFloatArray()

    override fun close() = world.dispose()

    private companion object {
        const val KINDS = 4
    }
}
