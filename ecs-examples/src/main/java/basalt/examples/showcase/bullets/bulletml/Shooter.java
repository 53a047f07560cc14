package basalt.examples.showcase.bullets.bulletml;

/**
 * The entity that a script controls: a bullet or an emitter. This is a script's only access to the world.
 *
 * <p>Directions are degrees, as in {@link Angles}; speeds are distances per tick. Each tick, after its scripts have
 * run, a shooter moves by {@code (Angles.x(direction) * speed + driftX, Angles.y(direction) * speed + driftY)}. The
 * drift is 0 at first; {@code accel} changes it.
 *
 * <p>An {@link Interpreter} passes only finite values, and directions from 0 to below 360.
 */
public interface Shooter {
    /**
     * The direction.
     *
     * @return degrees
     */
    float direction();

    /**
     * The speed in that direction.
     *
     * @return distance per tick
     */
    float speed();

    /**
     * The additional velocity to the right.
     *
     * @return distance per tick
     */
    float driftX();

    /**
     * The additional velocity downwards.
     *
     * @return distance per tick
     */
    float driftY();

    /**
     * The direction of the target.
     *
     * @return degrees, as from {@link Angles#toward}
     */
    float aim();

    /**
     * A random number.
     *
     * @return from 0 to below 1
     */
    float random();

    /**
     * The difficulty of the game.
     *
     * @return from 0 to 1
     */
    float rank();

    /**
     * Sets the direction.
     *
     * @param direction degrees
     */
    void setDirection(float direction);

    /**
     * Sets the speed.
     *
     * @param speed distance per tick
     */
    void setSpeed(float speed);

    /**
     * Sets the drift to the right.
     *
     * @param driftX distance per tick
     */
    void setDriftX(float driftX);

    /**
     * Sets the drift downwards.
     *
     * @param driftY distance per tick
     */
    void setDriftY(float driftY);

    /**
     * Fires a bullet from the position of this shooter. Called during the script's tick: the implementation must
     * neither run another script with the same interpreter, nor free this one.
     *
     * @param direction degrees
     * @param speed distance per tick
     * @param action the action of the bullet, for {@link Script#start}; {@link Pattern#NO_ACTION} if it needs no script
     * @param params parameters of the action; valid during this call only
     */
    void fire(float direction, float speed, int action, Params params);

    /** Destroys the shooter. This is the last call of the script, which has ended. */
    void vanish();
}
