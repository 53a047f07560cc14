package basalt.memory.diagnostic;

/**
 * Something that a {@link MemoryMonitor} has found.
 *
 * @param diagnostic what it is
 * @param subject whose it is: the name under which an allocator is watched, or the path of a tag
 * @param detail the figures
 */
public record DiagnosticReport(MemoryDiagnostic diagnostic, String subject, String detail) {
    @Override
    public String toString() {
        return diagnostic.code() + " " + diagnostic + ", " + subject + ": " + detail + ". " + diagnostic.explanation()
                + " " + diagnostic.remedy();
    }
}
