package basalt.runtime;

import basalt.component.Component;

/** Limits and watches the ticks of a schedule, for checks of determinism. For the world's thread, between ticks. */
public interface TickControl {
    /**
     * Sets how many workers the following ticks use.
     *
     * @param most the greatest number, from 1 to that of the schedule
     * @param always whether they are used for every stage, however short it is, and for small pieces
     */
    void use(int most, boolean always);

    /**
     * Sets what is told about each pass of a stage.
     *
     * @param listener the listener; null for none
     */
    void listen(PassListener listener);

    /**
     * The number of systems.
     *
     * @return systems; their indices are below this
     */
    int systems();

    /**
     * Whether a system may change a component or the rows that have it, also by commands, by what it has declared.
     *
     * @param system its index
     * @param component the component; null for the entities themselves
     * @return true if it may
     */
    boolean mayChange(int system, Component<?> component);

    /**
     * The name of a system.
     *
     * @param system its index
     * @return the name
     */
    String name(int system);

    /**
     * Whether a system may change the values of a component without commands, by what it has declared.
     *
     * @param system its index
     * @param component the component
     * @return true if it may
     */
    boolean mayWrite(int system, Component<?> component);

    /**
     * Sets what is called between ticks.
     *
     * @param boundary the object to call; null for none
     * @throws IllegalStateException if there is one already
     */
    void boundary(TickBoundary boundary);

    /**
     * Calls {@link TickBoundary#beforeTick} for the next call of {@link #tick}.
     *
     * @param isPlayed whether the tick is played from a replay
     * @param least the least tick to whose state the world may be put back
     * @param greatest the greatest one
     */
    void prepareTick(boolean isPlayed, long least, long greatest);

    /**
     * Ticks the schedule, without a call of {@link TickBoundary#beforeTick}.
     *
     * @param seconds the length of the tick
     */
    void tick(float seconds);

    /**
     * Sets where the pieces of the following ticks are recorded.
     *
     * @param trace the trace; null for none
     */
    void trace(TickTrace trace);

    /**
     * Copies the figures of the last ticks.
     *
     * @param to the copy
     */
    void copySamples(TickSamples to);

    /**
     * The number of workers.
     *
     * @return at least 1
     */
    int workers();

    /**
     * The system that a worker runs at the moment. For any thread.
     *
     * @param worker index of the worker
     * @return index of the system; -1 if it runs none
     */
    int running(int worker);

    /** Is told which systems have run. */
    interface PassListener {
        /**
         * Called for each system that has run in a pass.
         *
         * @param system its index
         * @param commands the number of commands that it has recorded
         * @param isExclusive whether it has changed the world directly
         */
        void ran(int system, int commands, boolean isExclusive);

        /**
         * Called when the commands of the pass were applied, and no worker uses the world. First called before the
         * first pass, when the commands were applied that waited before the tick.
         */
        void settled();
    }
}
