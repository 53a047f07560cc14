package basalt.bench.field.artemis;

import basalt.bench.field.HeavyValues;
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
import com.artemis.utils.IntBag;

/** One system over matrices and positions. */
final class ArtemisHeavy implements Trial {
    private final World world;
    private final ComponentMapper<Matrix> matrices;
    private final ComponentMapper<Place> places;
    private final int[] entities;

    ArtemisHeavy(int count) {
        entities = new int[count];
        world = Worlds.of(count, new Compute());
        matrices = world.getMapper(Matrix.class);
        places = world.getMapper(Place.class);
        Archetype archetype = new ArchetypeBuilder()
                .add(Matrix.class)
                .add(Place.class)
                .add(Turn.class)
                .add(Motion.class)
                .build(world);
        for (int i = 0; i < count; i++) {
            entities[i] = world.create(archetype);
        }
        world.process();
        rewind();
    }

    @Override
    public int run() {
        world.process();
        return entities.length;
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            HeavyValues.reset(matrices.get(entities[i]), places.get(entities[i]), i);
        }
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(entities.length);
        for (int entity : entities) {
            values.add(matrices.get(entity), places.get(entity));
        }
        return values.all();
    }

    @Override
    public void close() {
        world.dispose();
    }

    private static final class Compute extends BaseEntitySystem {
        private ComponentMapper<Matrix> matrices;
        private ComponentMapper<Place> places;

        Compute() {
            super(Aspect.all(Matrix.class, Place.class));
        }

        @Override
        protected void processSystem() {
            IntBag matching = getEntityIds();
            int[] ids = matching.getData();
            for (int i = 0, size = matching.size(); i < size; i++) {
                process(ids[i]);
            }
        }

        private void process(int entity) {
            HeavyValues.compute(matrices.get(entity), places.get(entity));
        }
    }
}
