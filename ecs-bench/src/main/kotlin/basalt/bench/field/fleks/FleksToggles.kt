package basalt.bench.field.fleks

import basalt.bench.field.Toggles
import com.github.quillraven.fleks.Entity
import com.github.quillraven.fleks.World
import com.github.quillraven.fleks.configureWorld

/** Components added and removed by configuring each entity, and a family that entities with both join. */
internal class FleksToggles(private val count: Int) : Toggles {
    private val world: World = configureWorld(count) {}
    private val both = world.family { all(A, B) }
    private val entities: Array<Entity> = Array(count) { world.entity { it += A() } }

    override fun add(): Int {
        with(world) {
            for (entity in entities) {
                entity.configure { it += B() }
            }
        }
        return both.numEntities
    }

    override fun remove(): Int {
        with(world) {
            for (entity in entities) {
                entity.configure { it -= B }
            }
        }
        return count - both.numEntities
    }

    override fun count(): Int {
        var found = 0
        both.forEach { entity -> if (entity[B].value == 0f) found++ }
        return found
    }

    override fun close() = world.dispose()
}
