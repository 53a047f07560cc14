package basalt.bench.field.own;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * Basalt by its public API: kernels, templates, and structural changes either one by one, by handle, or many at once,
 * by spawn kernel and by query.
 */
public final class Basalt implements Engine {
    private final boolean atOnce;

    /**
     * Chooses how structure changes.
     *
     * @param atOnce whether many entities are changed by one call
     */
    public Basalt(boolean atOnce) {
        this.atOnce = atOnce;
    }

    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return atOnce ? new BulkBodies(entities, movingPercent) : new SingleBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new BasaltInsert(entities, atOnce);
    }

    @Override
    public Trial fragments(int entitiesOfEach) {
        return new BasaltFragments(entitiesOfEach);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new BasaltSwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new BasaltHeavy(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new BasaltToggles(entities, atOnce);
    }

    @Override
    public Trial particles(int entities) {
        return new BasaltParticles(entities);
    }
}
