package basalt.system;

/**
 * Advances by steps of time, and shows frames between them. A {@link FixedStepLoop} drives it; a {@link Schedule} is
 * one. A lambda does not implement {@link #frame}: with {@code seconds -> schedule.tick(seconds)} the schedule's
 * systems of frames do not run, and {@link basalt.world.Time#alpha()} stays 0. If a step or a frame does more than the
 * schedule's, implement both methods.
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
     * Shows a frame between two steps. By default nothing happens.
     *
     * @param alpha the part of the step that has passed since the last one, from 0 to 1: draw the state that lies so
     *     far between the states before and after the last step
     */
    default void frame(float alpha) {}
}
