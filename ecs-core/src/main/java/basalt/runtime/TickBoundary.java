package basalt.runtime;

/** Is called between the ticks of a schedule, on the world's thread, while no system runs. Must not throw. */
public interface TickBoundary {
    /**
     * Called before a tick begins, and before a replay records it. May record commands of the world's thread, which are
     * then part of the tick, and put the world back to a state.
     */
    void beforeTick(boolean isPlayed, long least, long greatest);

    /** Called when a tick has ended, also by an exception, unless the world was closed in it. */
    void afterTick();

    /** Called when a frame is shown between two ticks, such as by a loop that is paused. */
    void betweenTicks();

    /** Called when the schedule is closed. */
    void closed();
}
