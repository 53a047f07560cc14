package basalt.memory.tracking;

/** Thrown by a {@link MemoryMonitor} in strict mode for a finding. */
public final class MemoryDiagnosticException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The finding. */
    private final transient DiagnosticReport report;

    MemoryDiagnosticException(DiagnosticReport report) {
        super(report.toString());
        this.report = report;
    }

    /**
     * The finding.
     *
     * @return the report; null after serialisation
     */
    public DiagnosticReport report() {
        return report;
    }
}
