package basalt.bench.field.ashley;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * Ashley: component mappers, components added before an entity joins its engine. A single system is an {@code
 * IteratingSystem}; where several run, each has a loop of its own, so that no loop calls the bodies of several systems.
 * An engine takes linear time to find an entity that leaves it or a family, unless it is the first one. So the first
 * one leaves next, and all leave by {@code removeAllEntities}. A second contestant has a pooled engine where entities
 * or components come and go all the time.
 */
public final class AshleyEngine implements Engine {
    private final boolean pooled;

    /**
     * Chooses where entities and components come from.
     *
     * @param pooled whether a pooled engine takes back what is removed
     */
    public AshleyEngine(boolean pooled) {
        this.pooled = pooled;
    }

    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new AshleyBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new AshleyInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new AshleyFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new AshleySwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new AshleyHeavy(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new AshleyToggles(entities, pooled);
    }

    @Override
    public Trial particles(int entities) {
        return new AshleyParticles(entities, pooled);
    }
}
