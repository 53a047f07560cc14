package basalt.system;

/**
 * What a {@link FixedStepLoop} drives: something that goes on by steps of time. A {@link Schedule} is one. A lambda is
 * one without {@link #interpolate}: of {@code seconds -> schedule.tick(seconds)} a loop cannot tell the schedule how
 * far it is between two steps, and {@link basalt.world.Time#alpha()} stays 0. Where a step is more than the schedule's
 * tick, implement both methods.
 */
@FunctionalInterface
public interface Tickable {
    /**
     * Goes on by a step.
     *
     * @param deltaSeconds how long the step is
     */
    void tick(float deltaSeconds);

    /**
     * A picture is drawn next, between two steps. A {@link Schedule} passes it on to the {@link basalt.world.Time} of
     * its world; by default nothing happens.
     *
     * @param alpha how far time has gone from the last step towards the next one, from 0 to 1
     */
    default void interpolate(float alpha) {}
}
