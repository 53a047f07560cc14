package basalt.bench.field.zayes;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * Zay-ES: components are immutable, as its authors recommend, so a value changes by setting a new component, and
 * entities share components of equal values. Entity sets are kept, and changes are applied to them before they are
 * read.
 */
public final class ZayEs implements Engine {
    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new ZayBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new ZayInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new ZayFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new ZaySwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new ZayHeavy(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new ZayToggles(entities);
    }

    @Override
    public Trial particles(int entities) {
        return new ZayParticles(entities);
    }
}
