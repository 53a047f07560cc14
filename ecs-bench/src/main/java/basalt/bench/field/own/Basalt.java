package basalt.bench.field.own;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/** Basalt, through its public API: kernels, templates, and structural changes in one of several ways. */
public final class Basalt implements Engine {
    private final Way way;

    /**
     * Creates the engine.
     *
     * @param way how entities are created and changed; scenes that do not support a way use {@link Way#SINGLE}
     */
    public Basalt(Way way) {
        this.way = way;
    }

    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return switch (way) {
            case BULK -> new BulkBodies(entities, movingPercent);
            case RECORDS -> new RecordBodies(entities, movingPercent);
            default -> new SingleBodies(entities, movingPercent);
        };
    }

    @Override
    public Trial insert(int entities) {
        return new BasaltInsert(entities, way);
    }

    @Override
    public Trial fragments(int entitiesOfEach, boolean changing) {
        return new BasaltFragments(entitiesOfEach, changing, way == Way.TEMPLATES);
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
    public Trial serialize(int entities) {
        return new BasaltSerialize(entities);
    }

    @Override
    public Toggles toggles(int entities) {
        return new BasaltToggles(entities, way == Way.BULK);
    }

    @Override
    public Trial particles(int entities) {
        return new BasaltParticles(entities);
    }

    @Override
    public Trial hunt(int prey) {
        return new BasaltHunt(prey);
    }
}
