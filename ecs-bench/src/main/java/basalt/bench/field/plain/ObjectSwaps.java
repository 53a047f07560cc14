package basalt.bench.field.plain;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;
import java.util.ArrayList;
import java.util.List;

/** A list for each kind of entity, of objects with as many values as the kind has. */
final class ObjectSwaps implements Trial {
    private static final int KINDS = 4;

    private static final class Item {
        private float a;
        private float b;
        private float c;
        /** D or E, by kind. */
        private float last;

        void set(int component, float value) {
            switch (component) {
                case 0 -> a = value;
                case 1 -> b = value;
                case 2 -> c = value;
                default -> last = value;
            }
        }

        float get(int component) {
            return switch (component) {
                case 0 -> a;
                case 1 -> b;
                case 2 -> c;
                default -> last;
            };
        }
    }

    private final int ofEach;
    private final List<List<Item>> kinds = new ArrayList<>();

    ObjectSwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        for (int kind = 0; kind < KINDS; kind++) {
            List<Item> items = new ArrayList<>();
            for (int i = 0; i < ofEach; i++) {
                items.add(new Item());
            }
            kinds.add(items);
        }
        rewind();
    }

    @Override
    public int run() {
        for (List<Item> items : kinds) {
            for (Item item : items) {
                float a = item.a;
                item.a = item.b;
                item.b = a;
            }
        }
        for (int kind = 2; kind < KINDS; kind++) {
            for (Item item : kinds.get(kind)) {
                float c = item.c;
                item.c = item.last;
                item.last = c;
            }
        }
        return KINDS * ofEach;
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < KINDS * ofEach; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                kinds.get(kind).get(entity % ofEach).set(component, Start.letter(entity, component));
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (int entity = 0; entity < KINDS * ofEach; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                values[next++] = kinds.get(kind).get(entity % ofEach).get(component);
            }
        }
        return values;
    }

    @Override
    public void close() {
        kinds.clear();
    }
}
