package basalt.bench.field.plain;

import basalt.bench.field.Toggles;
import java.util.Arrays;

/** A flag for each entity with the component, and an array of values. */
final class ArrayToggles implements Toggles {
    private final boolean[] has;
    private final float[] values;

    ArrayToggles(int entities) {
        has = new boolean[entities];
        values = new float[entities];
    }

    @Override
    public int add() {
        for (int i = 0; i < has.length; i++) {
            has[i] = true;
            values[i] = 0;
        }
        return has.length;
    }

    @Override
    public int remove() {
        Arrays.fill(has, false);
        return has.length;
    }

    @Override
    public int count() {
        int count = 0;
        for (boolean one : has) {
            count += one ? 1 : 0;
        }
        return count;
    }

    @Override
    public void close() {
        // Left to the garbage collector.
    }
}
