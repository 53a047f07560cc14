package basalt.memory.tracking;

import basalt.memory.allocator.PoolAllocator;

/** Checks the use of a pool. */
final class PoolMonitor extends AllocatorMonitor {
    private final PoolAllocator pool;
    private final long limit;
    private final MisuseDetector detector;
    private long shortLived;
    private long deadFrees;

    PoolMonitor(MemoryMonitor monitor, String name, PoolAllocator pool, MonitorLimits limits) {
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
        long newFrees = pool.shortLivedFrees() - shortLived;
        shortLived = pool.shortLivedFrees();
        report(detector, newFrees > limit, "frees", newFrees, limit);
        long newDead = pool.refusedFrees() - deadFrees;
        deadFrees = pool.refusedFrees();
        if (newDead > 0) {
            report(MemoryDiagnostic.DEAD_FREES, "handles=" + newDead);
        }
    }
}
