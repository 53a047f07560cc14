package basalt.memory.diagnostic;

/** Is told what a {@link MemoryMonitor} finds. */
@FunctionalInterface
public interface DiagnosticListener {
    /**
     * Something was found.
     *
     * @param report what, and where
     */
    void onDiagnostic(DiagnosticReport report);
}
