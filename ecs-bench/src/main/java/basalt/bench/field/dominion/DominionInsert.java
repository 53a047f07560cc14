package basalt.bench.field.dominion;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import dev.dominion.ecs.api.Composition;
import dev.dominion.ecs.api.Dominion;

/** A new dominion for each run, and a prepared composition in it. */
final class DominionInsert implements Trial {
    private final int entities;
    private Dominion dominion;

    DominionInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        close();
        dominion = Dominions.brief();
        Composition.Of4<Matrix, Place, Turn, Motion> composition =
                dominion.composition().of(Matrix.class, Place.class, Turn.class, Motion.class);
        for (int i = 0; i < entities; i++) {
            dominion.createPreparedEntity(
                    composition.withValue(new Matrix(), new Place(1, 0, 0), new Turn(1, 0, 0), new Motion(1, 0, 0)));
        }
        return entities;
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (var item : dominion.findEntitiesWith(Matrix.class, Place.class, Turn.class, Motion.class)) {
            values.add(item.comp1(), item.comp2(), item.comp3(), item.comp4());
        }
        return values.all();
    }

    @Override
    public void close() {
        if (dominion != null) {
            dominion.close();
            dominion = null;
        }
    }
}
