package basalt.bench.field.plain;

import basalt.bench.field.HeavyValues;
import basalt.bench.field.Trial;
import basalt.bench.field.part.Matrix;
import basalt.bench.field.part.Place;
import java.util.ArrayList;
import java.util.List;

/** Objects that refer to a matrix and a position. */
final class ObjectHeavy implements Trial {
    private record Item(Matrix matrix, Place place) {}

    private final List<Item> items = new ArrayList<>();

    ObjectHeavy(int entities) {
        for (int i = 0; i < entities; i++) {
            items.add(new Item(new Matrix(), new Place()));
        }
        rewind();
    }

    @Override
    public int run() {
        for (Item item : items) {
            HeavyValues.compute(item.matrix, item.place);
        }
        return items.size();
    }

    @Override
    public void rewind() {
        for (int i = 0; i < items.size(); i++) {
            HeavyValues.reset(items.get(i).matrix, items.get(i).place, i);
        }
    }

    @Override
    public float[] values() {
        HeavyValues values = new HeavyValues(items.size());
        for (Item item : items) {
            values.add(item.matrix, item.place);
        }
        return values.all();
    }

    @Override
    public void close() {
        items.clear();
    }
}
