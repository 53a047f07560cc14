package basalt.examples.showcase.bullets.bulletml;

import java.util.Arrays;

/** What a script was given for $1 to $9. One that was not given is 1. */
public final class Params {
    /** None given. */
    public static final Params NONE = new Params();

    /** How many there can be. */
    public static final int MOST = Formula.MOST_PARAMS;

    private static final float NOT_GIVEN = 1;

    private final float[] values = new float[MOST];

    /** None given. */
    Params() {
        clear();
    }

    /**
     * One of them.
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
