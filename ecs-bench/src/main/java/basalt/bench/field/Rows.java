package basalt.bench.field;

import java.util.Arrays;

/** Rows of values whose order does not matter. */
public final class Rows {
    private final float[][] rows;
    private int size;

    /**
     * Allocates space.
     *
     * @param capacity number of rows
     */
    public Rows(int capacity) {
        rows = new float[capacity][];
    }

    /**
     * Adds a row.
     *
     * @param values its values
     */
    public void add(float... values) {
        rows[size++] = values;
    }

    /**
     * Returns the values of all rows, in ascending order of rows.
     *
     * @return a new array
     */
    public float[] sorted() {
        Arrays.sort(rows, 0, size, Arrays::compare);
        int width = size == 0 ? 0 : rows[0].length;
        float[] values = new float[size * width];
        for (int row = 0; row < size; row++) {
            System.arraycopy(rows[row], 0, values, row * width, width);
        }
        return values;
    }
}
