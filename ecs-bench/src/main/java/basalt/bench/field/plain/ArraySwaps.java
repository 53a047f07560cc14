package basalt.bench.field.plain;

import basalt.bench.field.Start;
import basalt.bench.field.Trial;

/** One array for each component, the entities in the order AB, ABC, ABCD, ABCE. */
final class ArraySwaps implements Trial {
    private final int ofEach;
    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final float[] d;
    private final float[] e;

    ArraySwaps(int entitiesOfEach) {
        ofEach = entitiesOfEach;
        a = new float[4 * ofEach];
        b = new float[4 * ofEach];
        c = new float[3 * ofEach];
        d = new float[ofEach];
        e = new float[ofEach];
        rewind();
    }

    @Override
    public int run() {
        swap(a, 0, b);
        swap(c, ofEach, d);
        swap(c, 2 * ofEach, e);
        return a.length;
    }

    private static void swap(float[] one, int from, float[] other) {
        for (int i = 0; i < other.length; i++) {
            float value = one[from + i];
            one[from + i] = other[i];
            other[i] = value;
        }
    }

    @Override
    public void rewind() {
        for (int entity = 0; entity < a.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                array(kind, component)[index(entity, kind, component)] = Start.letter(entity, component);
            }
        }
    }

    @Override
    public float[] values() {
        float[] values = new float[ofEach * (2 + 3 + 4 + 4)];
        int next = 0;
        for (int entity = 0; entity < a.length; entity++) {
            int kind = entity / ofEach;
            for (int component = 0; component < Start.swapped(kind); component++) {
                values[next++] = array(kind, component)[index(entity, kind, component)];
            }
        }
        return values;
    }

    private float[] array(int kind, int component) {
        return switch (component) {
            case 0 -> a;
            case 1 -> b;
            case 2 -> c;
            default -> kind == 2 ? d : e;
        };
    }

    private int index(int entity, int kind, int component) {
        return switch (component) {
            case 0, 1 -> entity;
            case 2 -> entity - ofEach;
            default -> entity - kind * ofEach;
        };
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
