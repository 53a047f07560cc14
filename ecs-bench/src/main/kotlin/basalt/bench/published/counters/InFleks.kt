package basalt.bench.published.counters

import com.github.quillraven.fleks.Component
import com.github.quillraven.fleks.ComponentType
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.configureWorld

/** A component; each kind has a type of its own. */
internal class FleksCount(private val kind: ComponentType<FleksCount>, var value: Int) : Component<FleksCount> {
    override fun type() = kind
}

private class Kind : ComponentType<FleksCount>()

private val KINDS: List<ComponentType<FleksCount>> = List(Kinds.RECORDS.size) { Kind() }

/** Fleks: families and their inlined loops, in the order of the systems. */
internal class InFleks(entities: Int) : Counters {
    private val world: World = configureWorld(entities) {}
    private val all = mutableListOf<FleksCount>()
    private val systems = mutableListOf<() -> Unit>()
    private var sum = 0L

    override fun spawn(vararg kinds: Int) {
        world.entity { entity ->
            for (kind in kinds) {
                val count = FleksCount(KINDS[kind], Counters.start(all.size))
                all += count
                entity += count
            }
        }
    }

    override fun add(step: Step) {
        val required = step.required().map { KINDS[it] }.toTypedArray()
        val family = world.family { all(*required) }
        val (first, second, third) = List(3) { KINDS[step.kinds()[minOf(it, step.kinds().size - 1)]] }
        val system: () -> Unit =
            when (step.what()) {
                Step.What.INCREMENT -> {
                    { family.forEach { it[first].value++ } }
                }
                Step.What.TWICE -> {
                    { family.forEach { it[first].value *= 2 } }
                }
                Step.What.ADD ->
                    if (step.kinds().size == 2) {
                        { family.forEach { it[first].value += it[second].value } }
                    } else {
                        { family.forEach { it[first].value += it[second].value + it[third].value } }
                    }
                Step.What.SPAWN -> {
                    {
                        family.forEach { one ->
                            val value = one[first].value
                            world.entity { it += FleksCount(second, value) }
                        }
                    }
                }
                Step.What.SWAP -> {
                    {
                        family.forEach {
                            val one = it[first]
                            val other = it[second]
                            val value = one.value
                            one.value = other.value
                            other.value = value
                        }
                    }
                }
                Step.What.ATTACH -> {
                    { family.forEach { one -> one.configure { it += FleksCount(second, 0) } } }
                }
                Step.What.DETACH -> {
                    {
                        sum += family.numEntities
                        family.forEach { one -> one.configure { it -= first } }
                    }
                }
                else -> {
                    {
                        family.forEach {
                            sum += it[first].value
                            it.remove()
                        }
                    }
                }
            }
        systems.add(system)
    }

    override fun run(): Long {
        sum = 0
        for (system in systems) {
            system()
        }
        return sum
    }

    override fun set(values: IntArray) {
        all.forEachIndexed { i, count -> count.value = values[i] }
    }

    override fun values(): IntArray = all.map { it.value }.toIntArray()

    override fun create(components: Int, entities: Int) {
        val (a, b, c) = KINDS
        for (i in 0 until entities) {
            world.entity {
                it += FleksCount(a, 0)
                if (components > 1) {
                    it += FleksCount(b, 0)
                }
                if (components > 2) {
                    it += FleksCount(c, 0)
                }
            }
        }
    }

    override fun count(components: Int): Int {
        val required = KINDS.take(components).toTypedArray()
        return world.family { all(*required) }.numEntities
    }

    override fun close() = world.dispose()
}
