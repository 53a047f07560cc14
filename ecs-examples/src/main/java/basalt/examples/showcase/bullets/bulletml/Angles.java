package basalt.examples.showcase.bullets.bulletml;

/**
 * Directions in degrees: 0 is up, 90 is right, 180 is down, 270 is left. Here x points right and y points down, as on a
 * screen.
 *
 * <p>Gives the same results on every JVM. Sines are interpolated from a table: exact at multiples of 1/16 degree, with
 * an error below 0.0000003 elsewhere.
 */
public final class Angles {
    private static final int STEPS_A_DEGREE = 16;
    private static final int STEPS = 360 * STEPS_A_DEGREE;
    private static final int QUARTER = STEPS / 4;
    private static final float[] SINES = sines();

    private Angles() {}

    /**
     * The x of the unit vector in a direction.
     *
     * @param direction degrees
     * @return from -1 to 1; 0 if the direction is not finite
     */
    public static float x(float direction) {
        return sine(direction, 0);
    }

    /**
     * The y of the unit vector in a direction.
     *
     * @param direction degrees
     * @return from -1 to 1; -1 if the direction is not finite
     */
    public static float y(float direction) {
        return sine(direction, 3 * QUARTER);
    }

    /**
     * The direction of a vector.
     *
     * @param dx to the right
     * @param dy down
     * @return degrees, from 0 to below 360; 180 for the zero vector
     */
    public static float toward(float dx, float dy) {
        return dx == 0 && dy == 0 ? 180 : wrap((float) StrictMath.toDegrees(StrictMath.atan2(dx, -dy)));
    }

    /**
     * Normalises a direction to the range from 0 to below 360.
     *
     * @param direction degrees
     * @return degrees; 0 if the direction is not finite
     */
    public static float wrap(float direction) {
        if (direction >= 0 && direction < 360) {
            return direction + 0f; // no negative zero
        }
        float rest = Formula.finite(direction) % 360;
        float wrapped = rest < 0 ? rest + 360 : rest + 0f;
        return wrapped < 360 ? wrapped : 0;
    }

    /** The shorter turn from one direction to another, from -180 to 180. Both directions are wrapped. */
    static float turn(float from, float to) {
        float turn = to - from;
        float other = turn > 0 ? turn - 360 : turn + 360;
        return Math.abs(turn) < Math.abs(other) ? turn : other;
    }

    /** The sine of a direction that is shifted by so many table steps. */
    private static float sine(float direction, int shift) {
        float at = wrap(direction) * STEPS_A_DEGREE;
        int step = (int) at;
        int entry = (step + shift) % STEPS;
        float here = SINES[entry];
        return here + (SINES[entry + 1] - here) * (at - step);
    }

    private static float[] sines() {
        float[] sines = new float[STEPS + 1];
        for (int i = 0; i < sines.length; i++) {
            // Computes one quarter only, so the others mirror it exactly, and the ends of each are exactly 0 and 1.
            int inQuarter = i % QUARTER;
            int quarter = i / QUARTER % 4;
            int mirrored = quarter % 2 == 0 ? inQuarter : QUARTER - inQuarter;
            float sine = mirrored == QUARTER ? 1 : (float) StrictMath.sin(StrictMath.PI / 2 * mirrored / QUARTER);
            sines[i] = quarter < 2 ? sine : 0 - sine;
        }
        return sines;
    }
}
