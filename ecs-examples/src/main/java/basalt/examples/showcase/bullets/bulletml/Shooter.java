package basalt.examples.showcase.bullets.bulletml;

/**
 * What a script moves: a bullet, or what fires the first ones. Scripts see nothing else of the world.
 *
 * <p>Directions are degrees, as in {@link Angles}; speeds are distances a tick. Each tick, after its scripts have run,
 * a shooter moves by {@code (Angles.x(direction) * speed + driftX, Angles.y(direction) * speed + driftY)}. The drift,
 * at first 0, is what {@code accel} changes.
 *
 * <p>All that an {@link Interpreter} passes is finite, and directions are from 0 to below 360.
 */
public interface Shooter {
    /**
     * Where it goes.
     *
     * @return degrees
     */
    float direction();

    /**
     * How fast it goes there.
     *
     * @return distance a tick
     */
    float speed();

    /**
     * How fast it drifts to the right besides.
     *
     * @return distance a tick
     */
    float driftX();

    /**
     * How fast it drifts down besides.
     *
     * @return distance a tick
     */
    float driftY();

    /**
     * Where its target is.
     *
     * @return degrees, such as {@link Angles#toward} gives
     */
    float aim();

    /**
     * A number by chance.
     *
     * @return from 0 to below 1
     */
    float random();

    /**
     * How difficult the game is.
     *
     * @return from 0 to 1
     */
    float rank();

    /**
     * Changes where it goes.
     *
     * @param direction degrees
     */
    void setDirection(float direction);

    /**
     * Changes how fast it goes there.
     *
     * @param speed distance a tick
     */
    void setSpeed(float speed);

    /**
     * Changes how fast it drifts to the right.
     *
     * @param driftX distance a tick
     */
    void setDriftX(float driftX);

    /**
     * Changes how fast it drifts down.
     *
     * @param driftY distance a tick
     */
    void setDriftY(float driftY);

    /**
     * Fires a bullet from where it is. This one's tick is not over: no other script may be run with the
     * same interpreter, or free this one.
     *
     * @param direction degrees
     * @param speed distance a tick
     * @param action what the bullet does, for {@link Script#start}; {@link Pattern#NO_ACTION} if it only flies on, and
     *     needs no script
     * @param params what goes with the action; only good during this call
     */
    void fire(float direction, float speed, int action, Params params);

    /** Takes it out of the world. The script that says so has ended, and this is the last that it does. */
    void vanish();
}
