package basalt.memory.diagnostic;

/** A finding that a {@link MemoryMonitor} throws in strict mode. */
public final class MemoryDiagnosticException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** What was found. */
    private final transient DiagnosticReport report;

    MemoryDiagnosticException(DiagnosticReport report) {
        super(report.toString());
        this.report = report;
    }

    /**
     * What was found.
     *
     * @return the report; null after serialisation
     */
    public DiagnosticReport report() {
        return report;
    }
}
