package basalt.memory.tracking;

/** Checks one allocator at the end of each frame, for a {@link MemoryMonitor}. */
abstract class AllocatorMonitor {
    private final MemoryMonitor monitor;
    private final String name;

    AllocatorMonitor(MemoryMonitor monitor, String name) {
        this.monitor = monitor;
        this.name = name;
    }

    /** Checks the use since the last call. */
    abstract void endFrame();

    /** Reports a misuse if it is due. The detail text is built only then. */
    final void report(MisuseDetector detector, boolean occurs, String what, long count, long limit) {
        if (detector.isDue(occurs)) {
            report(detector.diagnostic(), what + "=" + count + " in a frame, limit=" + limit);
        }
    }

    final void report(MemoryDiagnostic diagnostic, String detail) {
        monitor.report(new DiagnosticReport(diagnostic, name, detail));
    }
}
