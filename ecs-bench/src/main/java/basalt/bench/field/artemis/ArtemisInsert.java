package basalt.bench.field.artemis;

import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.artemis.Archetype;
import com.artemis.ArchetypeBuilder;
import com.artemis.Aspect;
import com.artemis.BaseEntitySystem;
import com.artemis.ComponentMapper;
import com.artemis.World;

/** A new world for each run, with an archetype, and a system that subscribes to the entities. */
final class ArtemisInsert implements Trial {
    private final int entities;
    private World world;
    private See see;

    ArtemisInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        close();
        see = new See();
        world = Worlds.of(entities, see);
        Archetype archetype = new ArchetypeBuilder()
                .add(Matrix.class)
                .add(Place.class)
                .add(Turn.class)
                .add(Motion.class)
                .build(world);
        ComponentMapper<Place> places = world.getMapper(Place.class);
        ComponentMapper<Turn> turns = world.getMapper(Turn.class);
        ComponentMapper<Motion> motions = world.getMapper(Motion.class);
        for (int i = 0; i < entities; i++) {
            int entity = world.create(archetype);
            places.get(entity).x = 1;
            turns.get(entity).x = 1;
            motions.get(entity).dx = 1;
        }
        world.process();
        return see.getEntityIds().size();
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        return Worlds.values(world, see.getEntityIds(), entities);
    }

    @Override
    public void close() {
        if (world != null) {
            world.dispose();
            world = null;
        }
    }

    private static final class See extends BaseEntitySystem {
        See() {
            super(Aspect.all(Matrix.class, Place.class, Turn.class, Motion.class));
        }

        @Override
        protected void processSystem() {
            // Only the subscription is needed.
        }
    }
}
