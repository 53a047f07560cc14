package basalt.memory.tracking;

/**
 * A finding of a {@link MemoryMonitor}.
 *
 * @param diagnostic the kind of finding
 * @param subject the name under which an allocator is watched, the path of a tag, or the name of a world and
 *     which rows the query selects
 * @param detail the numbers
 */
public record DiagnosticReport(MemoryDiagnostic diagnostic, String subject, String detail) {
    @Override
    public String toString() {
        return diagnostic.code() + " " + diagnostic + ", " + subject + ": " + detail + ". " + diagnostic.explanation()
                + " " + diagnostic.remedy();
    }
}
