package basalt.runtime;

import basalt.component.Component;

/** Limits and watches the ticks of a schedule, for checks of determinism. For the world's thread, between ticks. */
public interface TickControl {
    /** Sets how many workers the following ticks use. */
    void use(int most, boolean always);

    /**
     * Sets what is told about each pass of a stage.
     *
     * @param listener the listener; null for none
     */
    void listen(PassListener listener);

    int systems();

    /**
     * Whether a system may change a component or the rows that have it, also by commands, by what it has declared.
     *
     * @param component the component; null for the entities themselves
     */
    boolean mayChange(int system, Component<?> component);

    String name(int system);

    /** Whether a system may change the values of a component without commands, by what it has declared. */
    boolean mayWrite(int system, Component<?> component);

    /**
     * Sets what is called between ticks.
     *
     * @param boundary the object to call; null for none
     */
    void boundary(Boundary boundary);

    /** Calls {@link Boundary#beforeTick} for the next call of {@link #tick}. */
    void prepareTick(boolean isPlayed, long least, long greatest);

    /** Ticks the schedule, without a call of {@link Boundary#beforeTick}. */
    void tick(float seconds);

    /**
     * Sets where the pieces of the following ticks are recorded.
     *
     * @param trace the trace; null for none
     */
    void trace(TickTrace trace);

    /** Copies the figures of the last ticks. */
    void copySamples(TickSamples to);

    /** The number of workers. Returns at least 1. */
    int workers();

    /** The system that a worker runs at the moment. For any thread. Returns index of the system; -1 if it runs none. */
    int running(int worker);

    /** Is told which systems have run. */
    interface PassListener {
        /** Called for each system that has run in a pass. */
        void ran(int system, int commands, boolean isExclusive);

        /**
         * Called when the commands of the pass were applied, and no worker uses the world. First called before the
         * first pass, when the commands were applied that waited before the tick.
         */
        void settled();
    }

    /** Is called between the ticks of a schedule, on the world's thread, while no system runs. Must not throw. */
    public interface Boundary {
        /**
         * Called before a tick begins, and before a replay records it. May record commands of the world's thread, which
         * are then part of the tick, and put the world back to a state.
         */
        void beforeTick(boolean isPlayed, long least, long greatest);

        /** Called when a tick has ended, also by an exception, unless the world was closed in it. */
        void afterTick();

        /** Called when a frame is shown between two ticks, such as by a loop that is paused. */
        void betweenTicks();

        /** Called when the schedule is closed. */
        void closed();
    }
}
