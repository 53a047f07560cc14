package basalt.examples.framework.experiment;

import java.io.IOException;

/** Called between the ticks of an {@link Experiment}, while the clock is stopped. Can change the experiment. */
@FunctionalInterface
public interface TickObserver {
    /**
     * Called after a measured tick.
     *
     * @param ticks number of measured ticks so far
     * @param nanos time of the last tick, in nanoseconds
     * @return false to end the run now
     * @throws IOException if a picture cannot be written
     */
    boolean afterTick(int ticks, long nanos) throws IOException;

    /**
     * Called after a tick that is not measured: while the JVM warms up, or the experiment settles.
     *
     * @return false to end the run now
     * @throws IOException if a picture cannot be written
     */
    default boolean afterUnmeasuredTick() throws IOException {
        return true;
    }

    /**
     * Whether the state of the experiment no longer follows from its seed alone.
     *
     * @return true once the experiment has been changed
     */
    default boolean hasChangedExperiment() {
        return false;
    }
}
