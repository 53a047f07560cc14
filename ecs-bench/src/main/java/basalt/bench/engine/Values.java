package basalt.bench.engine;

import basalt.bench.scene.Check;
import java.util.Arrays;

/** Collects the values of a scene, outside the measured part. */
public final class Values {
    private float[] values = new float[1024];
    private int size;

    /** Adds values. */
    public void add(float... some) {
        if (size + some.length > values.length) {
            values = Arrays.copyOf(values, 2 * (size + some.length));
        }
        System.arraycopy(some, 0, values, size, some.length);
        size += some.length;
    }

    /** All values in the order in which they were added. */
    public float[] all() {
        return Arrays.copyOf(values, size);
    }

    /** All values, as rows of so many, in ascending order of rows: for engines that do not keep an order. */
    public float[] sorted(int width) {
        float[][] rows = new float[size / width][];
        Arrays.setAll(rows, row -> Arrays.copyOfRange(values, row * width, (row + 1) * width));
        Arrays.sort(rows, Arrays::compare);
        for (int row = 0; row < rows.length; row++) {
            System.arraycopy(rows[row], 0, values, row * width, width);
        }
        return all();
    }

    static void check(Scene expected, Scene actual) {
        float[] wanted = expected.values();
        float[] found = actual.values();
        Check.same("values", wanted.length, found.length);
        for (int i = 0; i < wanted.length; i++) {
            Check.same("value", i, wanted[i], found[i]);
        }
    }
}
