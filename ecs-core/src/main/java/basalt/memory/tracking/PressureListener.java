package basalt.memory.tracking;

/** Called for requests that reach a limit of a budget. See {@link MemoryTracker#onPressure}. */
@FunctionalInterface
public interface PressureListener {
    /**
     * Called on the thread that allocates.
     *
     * @param pressure the limit and the request
     */
    void onPressure(MemoryPressure pressure);
}
