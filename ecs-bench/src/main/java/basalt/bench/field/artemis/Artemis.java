package basalt.bench.field.artemis;

import basalt.bench.field.Bodies;
import basalt.bench.field.Engine;
import basalt.bench.field.Toggles;
import basalt.bench.field.Trial;

/**
 * artemis-odb: iterating systems with mappers, entities from archetypes, components added and removed by mapper, a world
 * that is told in advance how many entities there will be. Structural changes reach systems when the world is processed,
 * so processing is part of each change. Components are plain: pooled ones were slower in new worlds.
 */
public final class Artemis implements Engine {
    @Override
    public Bodies bodies(int entities, int movingPercent) {
        return new ArtemisBodies(entities, movingPercent);
    }

    @Override
    public Trial insert(int entities) {
        return new ArtemisInsert(entities);
    }

    @Override
    public Trial fragments(int entitiesOfEach) {
        return new ArtemisFragments(entitiesOfEach);
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
        return new ArtemisToggles(entities);
    }

    @Override
    public Trial particles(int entities) {
        return new ArtemisParticles(entities);
    }
}
