package basalt.memory.diagnostic;

import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameTotals;

/** Looks at how a frame arena is used. */
final class FrameWatch extends AllocatorWatch {
    private final FrameArena arena;
    private final MonitorLimits limits;
    private final MisuseDetector outside = new MisuseDetector(MemoryDiagnostic.ALLOCATED_OUTSIDE_FRAME, 1);
    private final MisuseDetector held;
    private final MisuseDetector churn;
    private long frames;
    private long unphasedBytes;
    private long promoted;
    private long refused;
    private long unclaimed;

    FrameWatch(MemoryMonitor monitor, String name, FrameArena arena, MonitorLimits limits) {
        super(monitor, name);
        this.arena = arena;
        this.limits = limits;
        held = new MisuseDetector(MemoryDiagnostic.HELD_TOO_LONG, limits.heldFrames());
        churn = new MisuseDetector(MemoryDiagnostic.PROMOTION_CHURN, limits.steadyFrames());
        remember(arena.totals());
    }

    @Override
    void endFrame() {
        FrameTotals totals = arena.totals();
        long newlyUnphased = totals.unphasedBytes() - unphasedBytes;
        boolean ended = totals.frames() != frames;
        long newlyPromoted = totals.promoted() - promoted;
        long newlyRefused = totals.refused() - refused;
        long newlyUnclaimed = totals.unclaimed() - unclaimed;
        remember(totals); // before a listener is told, which may throw
        if (ended && outside.isDue(newlyUnphased > 0 && arena.meters().hasPhases())) {
            tell(outside.diagnostic(), "bytes=" + newlyUnphased);
        }
        if (held.isDue(!ended && arena.usedBytes() > 0)) {
            tell(held.diagnostic(), "frames=" + limits.heldFrames() + ", usedBytes=" + arena.usedBytes());
        }
        tell(churn, newlyPromoted > limits.promotions(), "promotions", newlyPromoted, limits.promotions());
        if (newlyRefused > 0) {
            tell(MemoryDiagnostic.PROMOTION_REFUSED, "slices=" + newlyRefused);
        }
        if (newlyUnclaimed > 0) {
            tell(MemoryDiagnostic.PROMOTION_UNCLAIMED, "slices=" + newlyUnclaimed);
        }
    }

    private void remember(FrameTotals totals) {
        frames = totals.frames();
        unphasedBytes = totals.unphasedBytes();
        promoted = totals.promoted();
        refused = totals.refused();
        unclaimed = totals.unclaimed();
    }
}
