package basalt.memory.tracking;

import basalt.memory.allocator.StreamingArena;

/** Checks the use of a streaming arena. */
final class StreamingMonitor extends AllocatorMonitor {
    private final StreamingArena arena;
    private final long limit;
    private final MisuseDetector detector;
    private long evictions;

    StreamingMonitor(MemoryMonitor monitor, String name, StreamingArena arena, MonitorLimits limits) {
        super(monitor, name);
        this.arena = arena;
        limit = limits.evictions();
        detector = new MisuseDetector(MemoryDiagnostic.STREAMING_THRASH, limits.steadyFrames());
        evictions = arena.snapshot().evictions();
    }

    @Override
    void endFrame() {
        long now = arena.snapshot().evictions();
        long newEvictions = now - evictions;
        evictions = now;
        report(detector, newEvictions > limit, "evictions", newEvictions, limit);
    }
}
