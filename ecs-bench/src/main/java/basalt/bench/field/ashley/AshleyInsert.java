package basalt.bench.field.ashley;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** A new engine for each run, with a family that the entities join. */
final class AshleyInsert implements Trial {
    private static final Family ALL =
            Family.all(Matrix.class, Place.class, Turn.class, Motion.class).get();

    private final int entities;
    private ImmutableArray<Entity> all;

    AshleyInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        Engine engine = new Engine();
        all = engine.getEntitiesFor(ALL);
        for (int i = 0; i < entities; i++) {
            Entity entity = new Entity();
            entity.add(new Matrix());
            entity.add(new Place(1, 0, 0));
            entity.add(new Turn(1, 0, 0));
            entity.add(new Motion(1, 0, 0));
            engine.addEntity(entity);
        }
        return all.size();
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (Entity entity : all) {
            values.add(
                    entity.getComponent(Matrix.class),
                    entity.getComponent(Place.class),
                    entity.getComponent(Turn.class),
                    entity.getComponent(Motion.class));
        }
        return values.all();
    }

    @Override
    public void close() {
        all = null;
    }
}
