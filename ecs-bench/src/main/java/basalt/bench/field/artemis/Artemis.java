package basalt.bench.field.artemis;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;
import java.util.function.Supplier;

/**
 * artemis-odb: mappers, entities from archetypes, components added and removed by mapper, a world that is told in
 * advance how many entities there will be. Structural changes reach systems when the world is processed, so processing
 * is part of each change.
 *
 * <p>Systems have the loop that artemis-odb's bytecode weaver writes: a {@code BaseEntitySystem} whose {@code
 * processSystem} calls a private {@code process}, instead of an {@code IteratingSystem}. Where several systems run,
 * this halves their time. The loop is written by hand because the weaver, 2.3.0, fails on classes compiled for Java 17.
 *
 * <p>Components are plain, because pooled ones are slower in new worlds. Where components come and go in the same world
 * all the time, a second contestant has pooled ones, as the weaver makes them of {@code @PooledWeaver}.
 */
public final class Artemis implements Engine {
    private final boolean pooled;
    private final Supplier<ArtemisMove> move;
    private final Supplier<ArtemisParts> parts;

    /**
     * Chooses where components come from.
     *
     * @param pooled whether the world takes those that go back for later
     */
    public Artemis(boolean pooled) {
        this.pooled = pooled;
        // Not by constructors: then verifying this class would load those that a JVM which measures must not have.
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
    public Toggles toggles(int entities) {
        return new ArtemisToggles(entities, pooled);
    }

    @Override
    public Trial particles(int entities) {
        return new ArtemisParticles(entities, parts.get());
    }
}
