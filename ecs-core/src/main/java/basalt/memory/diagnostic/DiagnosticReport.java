package basalt.memory.diagnostic;

/**
 * A finding of a {@link MemoryMonitor}.
 *
 * @param diagnostic what it is
 * @param subject what it is about: the name under which an allocator is watched, or the path of a tag
 * @param detail the figures
 */
public record DiagnosticReport(MemoryDiagnostic diagnostic, String subject, String detail) {
    @Override
    public String toString() {
        return diagnostic.code() + " " + diagnostic + ", " + subject + ": " + detail + ". " + diagnostic.explanation()
                + " " + diagnostic.remedy();
    }
}
