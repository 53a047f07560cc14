package basalt.system;

/** What a {@link FixedStepLoop} drives: something that goes on by steps of time. */
@FunctionalInterface
public interface Tickable {
    /**
     * Goes on by a step.
     *
     * @param deltaSeconds how long the step is
     */
    void tick(float deltaSeconds);
}
