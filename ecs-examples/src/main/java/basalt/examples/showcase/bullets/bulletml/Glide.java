package basalt.examples.showcase.bullets.bulletml;

/**
 * The change per tick of a shooter's direction, speed and drift, in the ticks that {@link Interpreter#handOver} has
 * handed over.
 *
 * <p>Not thread-safe.
 */
public final class Glide {
    float turn;
    float acceleration;
    float driftX;
    float driftY;

    /** Creates a glide without changes. */
    public Glide() {}

    /**
     * Change of the direction.
     *
     * @return degrees per tick
     */
    public float turn() {
        return turn;
    }

    /**
     * Change of the speed.
     *
     * @return distance per tick, per tick
     */
    public float acceleration() {
        return acceleration;
    }

    /**
     * Change of the drift to the right.
     *
     * @return distance per tick, per tick
     */
    public float driftX() {
        return driftX;
    }

    /**
     * Change of the drift downwards.
     *
     * @return distance per tick, per tick
     */
    public float driftY() {
        return driftY;
    }

    /**
     * A direction one tick later.
     *
     * @param direction degrees
     * @param turn degrees per tick
     * @return degrees, from 0 to below 360
     */
    public static float turned(float direction, float turn) {
        return Changes.next(ScriptLayout.DIRECTION, direction, turn);
    }

    /**
     * A speed or drift one tick later.
     *
     * @param before distance per tick
     * @param step change per tick
     * @return distance per tick, 0 if it would not be finite
     */
    public static float changed(float before, float step) {
        return Changes.next(ScriptLayout.SPEED, before, step);
    }

    void set(int kind, float step) {
        switch (kind) {
            case ScriptLayout.DIRECTION -> turn = step;
            case ScriptLayout.SPEED -> acceleration = step;
            case ScriptLayout.DRIFT_X -> driftX = step;
            default -> driftY = step;
        }
    }
}
