package basalt.examples.framework.program;

import java.io.IOException;

/** Looks at an {@link Experiment} between its ticks, while nothing is measured, and may have a hand in it. */
@FunctionalInterface
public interface Spectator {
    /** Looks at nothing. */
    Spectator NONE = (ticks, nanos) -> true;

    /**
     * A measured tick is over.
     *
     * @param ticks how many are, since measuring began
     * @param nanos what the last one took, in nanoseconds
     * @return false if the run is to end now
     * @throws IOException if what is seen cannot be written
     */
    boolean afterTick(int ticks, long nanos) throws IOException;

    /**
     * A tick is over before measuring has begun: while the JVM warms up, or the experiment settles.
     *
     * @return false if the run is to end now
     * @throws IOException if what is seen cannot be written
     */
    default boolean afterUnmeasuredTick() throws IOException {
        return true;
    }

    /**
     * Whether the experiment is not what its seed makes it any more.
     *
     * @return true once the spectator has changed something in it
     */
    default boolean hasChangedIt() {
        return false;
    }
}
