package basalt.examples.showcase.bullets.bulletml;

/**
 * How a shooter moves on in ticks that {@link Interpreter#handOver} has handed over: by how much its direction, speed
 * and drift change in each.
 *
 * <p>For one thread.
 */
public final class Glide {
    float turn;
    float acceleration;
    float driftX;
    float driftY;

    /** Changes nothing yet. */
    public Glide() {}

    /**
     * Change of the direction.
     *
     * @return degrees a tick
     */
    public float turn() {
        return turn;
    }

    /**
     * Change of the speed.
     *
     * @return distance a tick, a tick
     */
    public float acceleration() {
        return acceleration;
    }

    /**
     * Change of the drift to the right.
     *
     * @return distance a tick, a tick
     */
    public float driftX() {
        return driftX;
    }

    /**
     * Change of the drift downwards.
     *
     * @return distance a tick, a tick
     */
    public float driftY() {
        return driftY;
    }

    /**
     * A direction one tick later.
     *
     * @param direction degrees
     * @param turn degrees a tick
     * @return degrees, from 0 to below 360
     */
    public static float turned(float direction, float turn) {
        return Changes.next(ScriptLayout.DIRECTION, direction, turn);
    }

    /**
     * A speed or drift one tick later.
     *
     * @param before distance a tick
     * @param step by how much it changes each tick
     * @return distance a tick, 0 where it would not be finite
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
