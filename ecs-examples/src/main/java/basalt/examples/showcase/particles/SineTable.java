package basalt.examples.showcase.particles;

/**
 * Sine and cosine from a table of 4096 directions. Angles are rounded to the nearest of them, 0.088 degrees apart, so
 * the error is less than 0.0008. The table is fast and, unlike {@link Math#sin}, gives the same results on every
 * machine.
 *
 * <p>Angles are in degrees, anticlockwise: 0 points to the right, 90 up. They can be negative, or more than 360.
 */
final class SineTable {
    private static final int STEPS = 4096;
    private static final float STEPS_A_DEGREE = STEPS / 360f;
    private static final float[] COSINES = new float[STEPS];

    static {
        for (int i = 0; i < STEPS; i++) {
            COSINES[i] = (float) StrictMath.cos(2 * StrictMath.PI * i / STEPS);
        }
    }

    private SineTable() {}

    /** The cosine, -1 to 1: x of the unit vector in this direction. */
    static float x(float degrees) {
        return COSINES[step(degrees)];
    }

    /** The sine, -1 to 1: y of the unit vector in this direction. */
    static float y(float degrees) {
        return COSINES[step(degrees) - STEPS / 4 & STEPS - 1];
    }

    /** The index of the direction in the table, which wraps around. */
    private static int step(float degrees) {
        return Math.round(degrees * STEPS_A_DEGREE) & STEPS - 1;
    }
}
