package basalt.system;

/**
 * Advances by steps of time. A {@link FixedStepLoop} drives it; a {@link Schedule} is one. A lambda does not implement
 * {@link #interpolate}: with {@code seconds -> schedule.tick(seconds)} a loop cannot tell the schedule how far it is
 * between two steps, and {@link basalt.world.Time#alpha()} stays 0. If a step does more than the schedule's tick,
 * implement both methods.
 */
@FunctionalInterface
public interface Tickable {
    /**
     * Advances by a step.
     *
     * @param deltaSeconds the length of the step
     */
    void tick(float deltaSeconds);

    /**
     * Called before a frame is drawn between two steps. A {@link Schedule} passes it on to the {@link
     * basalt.world.Time} of its world. By default nothing happens.
     *
     * @param alpha the part of the step that has passed since the last one, from 0 to 1
     */
    default void interpolate(float alpha) {}
}
