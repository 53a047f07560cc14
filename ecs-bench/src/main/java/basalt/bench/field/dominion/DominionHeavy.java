package basalt.bench.field.dominion;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.api.Results;

/** One iteration over matrices and positions. */
final class DominionHeavy implements Trial {
    private final Dominion dominion;
    private final Results<Results.With2<Matrix, Place>> all;
    private final Entity[] entities;

    DominionHeavy(int count) {
        dominion = Dominions.lasting();
        entities = new Entity[count];
        for (int i = 0; i < count; i++) {
            entities[i] = dominion.createEntity(new Matrix(), new Place(), new Turn(1, 0, 0), new Motion(1, 0, 0));
        }
        all = dominion.findCompositionsWith(Matrix.class, Place.class);
        rewind();
    }

    @Override
    public int run() {
        int count = 0;
        for (Results.With2<Matrix, Place> item : all) {
            HeavyValues.compute(item.comp1(), item.comp2());
            count++;
        }
        return count;
    }

    @Override
    public void rewind() {
        for (int i = 0; i < entities.length; i++) {
            HeavyValues.reset(entities[i].get(Matrix.class), entities[i].get(Place.class), i);
        }
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(entities.length);
        for (Entity entity : entities) {
            values.add(entity.get(Matrix.class), entity.get(Place.class));
        }
        return values.all();
    }

    @Override
    public void close() {
        dominion.close();
    }
}
