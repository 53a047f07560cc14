package basalt.examples.particles;

/** Directions from a table, in steps of a tenth of a degree: quick, and the same on every machine. */
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

    /** How far right the direction points, -1 to 1; anticlockwise, 0 degrees is to the right. */
    static float x(float degrees) {
        return COSINES[step(degrees)];
    }

    /** How far up the direction points, -1 to 1. */
    static float y(float degrees) {
        return COSINES[step(degrees) - STEPS / 4 & STEPS - 1];
    }

    private static int step(float degrees) {
        return Math.round(degrees * STEPS_A_DEGREE) & STEPS - 1;
    }
}
