package basalt.memory.diagnostic;

import basalt.memory.pool.PoolAllocator;

/** Looks at how a pool is used. */
final class PoolWatch extends AllocatorWatch {
    private final PoolAllocator pool;
    private final long limit;
    private final MisuseDetector detector;
    private long shortLived;
    private long deadFrees;

    PoolWatch(MemoryMonitor monitor, String name, PoolAllocator pool, MonitorLimits limits) {
        super(monitor, name);
        this.pool = pool;
        pool.startFrame();
        limit = limits.shortLivedFrees();
        detector = new MisuseDetector(MemoryDiagnostic.FREED_IN_SAME_FRAME, limits.steadyFrames());
        shortLived = pool.shortLivedFrees();
        deadFrees = pool.refusedFrees();
    }

    @Override
    void endFrame() {
        pool.startFrame();
        long newly = pool.shortLivedFrees() - shortLived;
        shortLived = pool.shortLivedFrees();
        tell(detector, newly > limit, "frees", newly, limit);
        long newlyDead = pool.refusedFrees() - deadFrees;
        deadFrees = pool.refusedFrees();
        if (newlyDead > 0) {
            tell(MemoryDiagnostic.DEAD_FREES, "handles=" + newlyDead);
        }
    }
}
