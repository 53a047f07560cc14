package basalt.memory.tracking;

import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameTotals;

/** Checks the use of a frame arena. */
final class FrameArenaMonitor extends AllocatorMonitor {
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

    FrameArenaMonitor(MemoryMonitor monitor, String name, FrameArena arena, MonitorLimits limits) {
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
        long newUnphased = totals.unphasedBytes() - unphasedBytes;
        boolean ended = totals.frames() != frames;
        long newPromoted = totals.promoted() - promoted;
        long newRefused = totals.refused() - refused;
        long newUnclaimed = totals.unclaimed() - unclaimed;
        remember(totals); // before the listener is called, which may throw
        if (ended && outside.isDue(newUnphased > 0 && arena.meters().hasPhases())) {
            report(outside.diagnostic(), "bytes=" + newUnphased);
        }
        if (held.isDue(!ended && arena.usedBytes() > 0)) {
            report(held.diagnostic(), "frames=" + limits.heldFrames() + ", usedBytes=" + arena.usedBytes());
        }
        report(churn, newPromoted > limits.promotions(), "promotions", newPromoted, limits.promotions());
        if (newRefused > 0) {
            report(MemoryDiagnostic.PROMOTION_REFUSED, "slices=" + newRefused);
        }
        if (newUnclaimed > 0) {
            report(MemoryDiagnostic.PROMOTION_UNCLAIMED, "slices=" + newUnclaimed);
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
