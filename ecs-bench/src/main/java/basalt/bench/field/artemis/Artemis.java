package basalt.bench.field.artemis;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;
import java.util.function.Supplier;

/**
 * artemis-odb: mappers, entities from archetypes, components added and removed by mapper, a world that is created for
 * the final number of entities. Systems see structural changes only after the world is processed, so processing is part
 * of each change.
 *
 * <p>Systems have the loop that artemis-odb's bytecode weaver writes: a {@code BaseEntitySystem} whose
 * {@code processSystem} calls a private {@code process}, instead of an {@code IteratingSystem}. Where several systems
 * run, this halves their time. The loop is written by hand because the weaver, 2.3.0, fails on classes compiled for
 * Java 17.
 *
 * <p>Components are plain, because pooled ones are slower in new worlds. For workloads that add and remove components
 * repeatedly in the same world there is a second engine with pooled components, as the weaver generates them for
 * {@code @PooledWeaver}.
 */
public final class Artemis implements Engine {
    private final boolean pooled;
    private final Supplier<ArtemisMove> move;
    private final Supplier<ArtemisParts> parts;

    /**
     * Creates the engine.
     *
     * @param pooled whether components are pooled
     */
    public Artemis(boolean pooled) {
        this.pooled = pooled;
        // Lambdas load their classes lazily: a measuring JVM must not load the other subclass, which verifying
        // constructor calls would do.
        move = pooled ? PooledMove::new : PlainMove::new;
        parts = pooled ? PooledParts::new : PlainParts::new;
    }

    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new ArtemisBodies(entities, movingPercent, move.get());
    }

    @Override
    public Trial insert(int entities) {
        return new ArtemisInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new ArtemisFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new ArtemisSwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new ArtemisHeavy(entities);
    }

    @Override
    public Trial serialize(int entities) {
        return new ArtemisSerialize(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new ArtemisToggles(entities, pooled);
    }

    @Override
    public Trial particles(int entities) {
        return new ArtemisParticles(entities, parts.get());
    }

    @Override
    public Trial hunt(int prey) {
        return new ArtemisHunt(prey);
    }
}
