package basalt.memory.tracking;

/** Hears of budgets that are running out. */
@FunctionalInterface
public interface PressureListener {
    /**
     * A budget has been crossed, or has denied or let pass a request.
     *
     * @param pressure which one, and how far
     */
    void onPressure(MemoryPressure pressure);
}
