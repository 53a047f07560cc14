package basalt.bench.field.ashley;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.systems.IteratingSystem;

/** One system over matrices and positions. */
final class AshleyHeavy implements Trial {
    private static final ComponentMapper<Matrix> MATRICES = ComponentMapper.getFor(Matrix.class);
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final float SECONDS = 1f / 60f;

    private final Engine engine = new Engine();
    private final Entity[] entities;

    AshleyHeavy(int count) {
        engine.addSystem(new Compute());
        entities = new Entity[count];
        for (int i = 0; i < count; i++) {
            Entity entity = new Entity();
            entity.add(new Matrix());
            entity.add(new Place());
            entity.add(new Turn(1, 0, 0));
            entity.add(new Motion(1, 0, 0));
            engine.addEntity(entity);
            entities[i] = entity;
        }
        rewind();
    }

    @Override
    public int run() {
        engine.update(SECONDS);
        return entities.length;
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            HeavyValues.reset(MATRICES.get(entities[i]), PLACES.get(entities[i]), i);
        }
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(entities.length);
        for (Entity entity : entities) {
            values.add(MATRICES.get(entity), PLACES.get(entity));
        }
        return values.all();
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }

    private static final class Compute extends IteratingSystem {
        Compute() {
            super(Family.all(Matrix.class, Place.class).get());
        }

        @Override
        protected void processEntity(Entity entity, float seconds) {
            HeavyValues.compute(MATRICES.get(entity), PLACES.get(entity));
        }
    }
}
