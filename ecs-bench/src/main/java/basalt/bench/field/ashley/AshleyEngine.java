package basalt.bench.field.ashley;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * Ashley: component mappers, and components added before an entity joins its engine. A single system is an
 * {@code IteratingSystem}; with several systems, each has its own loop, so no shared loop calls the bodies of several
 * systems. Removing an entity from an engine or a family takes linear time, unless it is the first one. So the
 * benchmarks always remove the first entity, and remove all by {@code removeAllEntities}. For workloads that add and
 * remove entities or components repeatedly there is a second engine, which is pooled.
 */
public final class AshleyEngine implements Engine {
    private final boolean pooled;

    /**
     * Creates the engine.
     *
     * @param pooled whether entities and components are pooled
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
