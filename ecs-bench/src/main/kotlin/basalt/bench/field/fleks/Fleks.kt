package basalt.bench.field.fleks

import basalt.bench.field.Bodies
import basalt.bench.field.Engine
import basalt.bench.field.Toggles
import basalt.bench.field.Trial

/**
 * Fleks: entities from `world.entity`, components added and removed by `configure`, all entities removed by
 * `removeAll`, a world that is created for the final number of entities. Systems are `IntervalSystem`s that call
 * `family.forEach`, whose body is inlined; over 10,000 entities this takes half the time of an `IteratingSystem`. Over
 * a few hundred entities an `IteratingSystem` is faster, and used. This is in Kotlin, because `forEach` and the access
 * to components are inline functions.
 */
class Fleks : Engine {
    override fun bodies(entities: Int, movingPercent: Int): Bodies = FleksBodies(entities, movingPercent)

    override fun insert(entities: Int): Trial = FleksInsert(entities)

    override fun fragments(entitiesOfEach: Int, changing: Boolean): Trial = FleksFragments(entitiesOfEach, changing)

    override fun swaps(entitiesOfEach: Int): Trial = FleksSwaps(entitiesOfEach)

    override fun heavy(entities: Int): Trial = FleksHeavy(entities)

    override fun serialize(entities: Int): Trial = FleksSerialize(entities)

    override fun toggles(entities: Int): Toggles = FleksToggles(entities)

    override fun particles(entities: Int): Trial = FleksParticles(entities)
}

/** The time of a tick. */
internal const val SECONDS = 1f / 60f
