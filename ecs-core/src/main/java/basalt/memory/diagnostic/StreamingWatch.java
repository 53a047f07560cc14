package basalt.memory.diagnostic;

import basalt.memory.streaming.StreamingArena;

/** Looks at how a streaming arena is used. */
final class StreamingWatch extends AllocatorWatch {
    private final StreamingArena arena;
    private final long limit;
    private final MisuseDetector detector;
    private long evictions;

    StreamingWatch(MemoryMonitor monitor, String name, StreamingArena arena, MonitorLimits limits) {
        super(monitor, name);
        this.arena = arena;
        limit = limits.evictions();
        detector = new MisuseDetector(MemoryDiagnostic.STREAMING_THRASH, limits.steadyFrames());
        evictions = arena.snapshot().evictions();
    }

    @Override
    void endFrame() {
        long now = arena.snapshot().evictions();
        long newly = now - evictions;
        evictions = now;
        tell(detector, newly > limit, "evictions", newly, limit);
    }
}
