package basalt.memory.diagnostic;

/** Looks at one allocator at the end of each frame, for a {@link MemoryMonitor}. */
abstract class AllocatorWatch {
    private final MemoryMonitor monitor;
    private final String name;

    AllocatorWatch(MemoryMonitor monitor, String name) {
        this.monitor = monitor;
        this.name = name;
    }

    /** Looks at what has happened since the last call. */
    abstract void endFrame();

    /** Reports a misuse that is due. The detail is put together only then. */
    final void tell(MisuseDetector detector, boolean goesOn, String what, long count, long limit) {
        if (detector.isDue(goesOn)) {
            tell(detector.diagnostic(), what + "=" + count + " in a frame, limit=" + limit);
        }
    }

    final void tell(MemoryDiagnostic diagnostic, String detail) {
        monitor.report(new DiagnosticReport(diagnostic, name, detail));
    }
}
