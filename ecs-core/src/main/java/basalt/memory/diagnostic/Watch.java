package basalt.memory.diagnostic;

/** What a {@link MemoryMonitor} looks at in each frame: one allocator. */
abstract class Watch {
    private final MemoryMonitor monitor;
    private final String name;

    Watch(MemoryMonitor monitor, String name) {
        this.monitor = monitor;
        this.name = name;
    }

    /** Looks at what has happened since the last call. */
    abstract void endFrame();

    /** Reports a habit that is due. The detail is put together only then. */
    final void tell(MisuseDetector habit, boolean goesOn, String what, long count, long limit) {
        if (habit.isDue(goesOn)) {
            tell(habit.diagnostic(), what + "=" + count + " in a frame, limit=" + limit);
        }
    }

    final void tell(MemoryDiagnostic diagnostic, String detail) {
        monitor.report(new DiagnosticReport(diagnostic, name, detail));
    }
}
