package basalt.memory;

/** Looks at how a pool is used. */
final class PoolWatch extends Watch {
    private final PoolAllocator pool;
    private final BlockAges ages;
    private final long limit;
    private final Habit habit;
    private long shortLived;
    private long deadFrees;

    PoolWatch(MemoryMonitor monitor, String name, PoolAllocator pool, MonitorLimits limits) {
        super(monitor, name);
        this.pool = pool;
        ages = pool.watchAges();
        limit = limits.shortLivedFrees();
        habit = new Habit(MemoryDiagnostic.FREED_IN_SAME_FRAME, limits.steadyFrames());
        shortLived = ages.shortLived();
        deadFrees = pool.refusedFrees();
    }

    @Override
    void endFrame() {
        ages.startFrame();
        long newly = ages.shortLived() - shortLived;
        shortLived = ages.shortLived();
        tell(habit, newly > limit, "frees", newly, limit);
        long newlyDead = pool.refusedFrees() - deadFrees;
        deadFrees = pool.refusedFrees();
        if (newlyDead > 0) {
            tell(MemoryDiagnostic.DEAD_FREES, "handles=" + newlyDead);
        }
    }
}
