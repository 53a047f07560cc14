package basalt.memory.diagnostic;

/** Receives what a {@link MemoryMonitor} finds. */
@FunctionalInterface
public interface DiagnosticListener {
    /**
     * Called for each finding.
     *
     * @param report what, and where
     */
    void onDiagnostic(DiagnosticReport report);
}
