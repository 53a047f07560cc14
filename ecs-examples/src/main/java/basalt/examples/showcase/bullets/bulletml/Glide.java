package basalt.examples.showcase.bullets.bulletml;

/**
 * The change per tick of a shooter's direction, speed and drift, in the ticks that {@link Interpreter#handOver} has
 * handed over.
 *
 * <p>Not thread-safe.
 */
public final class Glide {
    private final float[] steps = new float[Shooter.KINDS];

    /** Creates a glide without changes. */
    public Glide() {}

    /**
     * Change of the direction.
     *
     * @return degrees per tick
     */
    public float turn() {
        return steps[Shooter.DIRECTION];
    }

    /**
     * Change of the speed.
     *
     * @return distance per tick, per tick
     */
    public float acceleration() {
        return steps[Shooter.SPEED];
    }

    /**
     * Change of the drift to the right.
     *
     * @return distance per tick, per tick
     */
    public float driftX() {
        return steps[Shooter.DRIFT_X];
    }

    /**
     * Change of the drift downwards.
     *
     * @return distance per tick, per tick
     */
    public float driftY() {
        return steps[Shooter.DRIFT_Y];
    }

    /**
     * A direction one tick later.
     *
     * @param direction degrees
     * @param turn degrees per tick
     * @return degrees, from 0 to below 360
     */
    public static float turned(float direction, float turn) {
        return Shooter.next(Shooter.DIRECTION, direction, turn);
    }

    /**
     * A speed or drift one tick later.
     *
     * @param before distance per tick
     * @param step change per tick
     * @return distance per tick, 0 if it would not be finite
     */
    public static float changed(float before, float step) {
        return Shooter.next(Shooter.SPEED, before, step);
    }

    void set(int kind, float step) {
        steps[kind] = step;
    }
}
