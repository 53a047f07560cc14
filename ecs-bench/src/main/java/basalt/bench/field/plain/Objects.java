package basalt.bench.field.plain;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/** Plain objects in an {@code ArrayList}: each entity is one object with all its fields. */
public final class Objects implements Engine {
    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new ObjectBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new ObjectInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new ObjectFragments(entitiesOfEach, changing);
    }

    @Override
    public Trial swaps(int entitiesOfEach) {
        return new ObjectSwaps(entitiesOfEach);
    }

    @Override
    public Trial heavy(int entities) {
        return new ObjectHeavy(entities);
    }

    @Override
    public Trial serialize(int entities) {
        return new ObjectSerialize(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new ObjectToggles(entities);
    }

    @Override
    public Trial particles(int entities) {
        return new ObjectParticles(entities);
    }

    @Override
    public Trial hunt(int prey) {
        return new ObjectHunt(prey);
    }
}
