package basalt.memory.tracking;

/** Receives the findings of a {@link MemoryMonitor}. */
@FunctionalInterface
public interface DiagnosticListener {
    /**
     * Called for each finding.
     *
     * @param report the finding
     */
    void onDiagnostic(DiagnosticReport report);
}
