package basalt.bench.field.plain;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/** Arrays of floats, one for each field. The loops know which entity has which component. */
public final class FloatArrays implements Engine {
    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new ArrayBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new ArrayInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new ArrayFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new ArraySwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new ArrayHeavy(entities);
    }

    @Override
    public Trial serialize(int entities) {
        return new ArraySerialize(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new ArrayToggles(entities);
    }

    @Override
    public Trial particles(int entities) {
        return new ArrayParticles(entities);
    }

    @Override
    public Trial hunt(int prey) {
        return new ArrayHunt(prey);
    }
}
