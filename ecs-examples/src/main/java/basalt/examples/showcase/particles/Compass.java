package basalt.examples.showcase.particles;

/**
 * Sine and cosine of angles, which are rounded to the nearest of 4096 directions: those lie 0.088 degrees apart, so a
 * result is off by less than 0.0008. They come from a table, which is quick, and the same on every machine, as {@link
 * Math#sin} need not be.
 *
 * <p>Angles are in degrees, anticlockwise: 0 points to the right, 90 up. They may be negative, or more than a whole
 * turn.
 */
final class Compass {
    private static final int STEPS = 4096;
    private static final float STEPS_A_DEGREE = STEPS / 360f;
    private static final float[] COSINES = new float[STEPS];

    static {
        for (int i = 0; i < STEPS; i++) {
            COSINES[i] = (float) StrictMath.cos(2 * StrictMath.PI * i / STEPS);
        }
    }

    private Compass() {}

    /** How far to the right a step of length 1 in this direction goes, -1 to 1: the cosine. */
    static float x(float degrees) {
        return COSINES[step(degrees)];
    }

    /** How far up a step of length 1 in this direction goes, -1 to 1: the sine. */
    static float y(float degrees) {
        return COSINES[step(degrees) - STEPS / 4 & STEPS - 1];
    }

    /** Where the direction is in the table; a whole turn ends where it began. */
    private static int step(float degrees) {
        return Math.round(degrees * STEPS_A_DEGREE) & STEPS - 1;
    }
}
