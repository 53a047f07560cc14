package basalt.memory.diagnostic;

/** Who is told what a {@link MemoryMonitor} finds. */
@FunctionalInterface
public interface DiagnosticListener {
    /**
     * Something was found.
     *
     * @param report what, and where
     */
    void onDiagnostic(DiagnosticReport report);
}
