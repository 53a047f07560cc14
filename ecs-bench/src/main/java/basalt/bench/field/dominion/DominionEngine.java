package basalt.bench.field.dominion;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * Dominion: entities from prepared compositions, components added and removed on the entity, and results that are kept
 * and iterated again in each run, without entities where these are not needed. Changes are visible at once.
 */
public final class DominionEngine implements Engine {
    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new DominionBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new DominionInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new DominionFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new DominionSwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new DominionHeavy(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new DominionToggles(entities);
    }

    @Override
    public Trial particles(int entities) {
        return new DominionParticles(entities);
    }
}
