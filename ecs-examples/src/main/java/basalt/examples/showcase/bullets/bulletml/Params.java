package basalt.examples.showcase.bullets.bulletml;

import java.util.Arrays;

/** The parameters $1 to $9 of a script. A missing parameter is 1. */
public final class Params {
    /** No parameters. */
    public static final Params NONE = new Params();

    /** Maximum number of parameters. */
    public static final int MOST = 9;

    private static final float NOT_GIVEN = 1;

    private final float[] values = new float[MOST];

    /** No parameters. */
    Params() {
        clear();
    }

    /**
     * Returns a parameter.
     *
     * @param n from 1 to {@link #MOST}
     * @return its value
     * @throws IndexOutOfBoundsException if there is no such parameter
     */
    public float get(int n) {
        return values[n - 1];
    }

    void set(int n, float value) {
        values[n - 1] = value;
    }

    void clear() {
        Arrays.fill(values, NOT_GIVEN);
    }
}
