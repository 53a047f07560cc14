package basalt.bench.field.plain;

import basalt.bench.field.InsertedValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Motion;
import basalt.bench.field.part.Place;
import basalt.bench.field.part.Turn;
import java.util.ArrayList;
import java.util.List;

/** A new list each time, of objects that refer to four more. */
final class ObjectInsert implements Trial {
    private static final class Item {
        private final Matrix matrix = new Matrix();
        private final Place place = new Place(1, 0, 0);
        private final Turn turn = new Turn(1, 0, 0);
        private final Motion motion = new Motion(1, 0, 0);
    }

    private final int entities;
    private List<Item> items = List.of();

    ObjectInsert(int entities) {
        this.entities = entities;
    }

    @Override
    public int run() {
        List<Item> filled = new ArrayList<>();
        for (int i = 0; i < entities; i++) {
            filled.add(new Item());
        }
        items = filled;
        return filled.size();
    }

    @Override
    public void rewind() {
        run();
    }

    @Override
    public float[] values() {
        InsertedValues values = new InsertedValues(entities);
        for (Item item : items) {
            values.add(item.matrix, item.place, item.turn, item.motion);
        }
        return values.all();
    }

    @Override
    public void close() {
        items = List.of();
    }
}
