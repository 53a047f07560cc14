package basalt.memory.tracking;

/** A check that a {@link MemoryMonitor} makes at the end of each frame, such as that of a world's queries. */
@FunctionalInterface
public interface FrameCheck {
    /**
     * Called at the end of each frame, by the monitor's thread.
     *
     * @param limits the limits of the monitor
     * @param listener receives what was found
     */
    void endFrame(MonitorLimits limits, DiagnosticListener listener);
}
