package basalt.memory.frame;

import basalt.memory.block.BumpCursor;
import basalt.memory.block.ScopeStack;

/** Counts what each frame of a {@link FrameArena} allocates, promotes and discards. */
final class FrameAccounting {
    /** The name of the figures of a whole frame. */
    static final String WHOLE_FRAME = "frame";

    private final ScopeStack scopes;
    private final BumpCursor cursor;
    private final FrameMeters meters;
    private final FramePromotions promotions;
    private final MeterCount frame = new MeterCount();
    private final MeterCount last = new MeterCount();
    private final FrameTotals totals = new FrameTotals();
    private long lastUnphasedBytes;
    private long bytesAtStart;
    private long allocationsAtStart;
    private FrameHistory history;
    private long nanosAtStart;
    private FrameEvent event;

    FrameAccounting(ScopeStack scopes, BumpCursor cursor) {
        this.scopes = scopes;
        this.cursor = cursor;
        meters = new FrameMeters(scopes, cursor, frame);
        promotions = new FramePromotions(scopes, meters);
        startEvent();
    }

    FrameMeters meters() {
        return meters;
    }

    FramePromotions promotions() {
        return promotions;
    }

    FrameTotals totals() {
        return totals;
    }

    FrameHistory keepHistory(int frames) {
        FrameHistory fresh = new FrameHistory(frames);
        cursor.startCounting();
        nanosAtStart = System.nanoTime();
        history = fresh;
        return fresh;
    }

    /** Requires that the frame may end now. */
    void requireEndable() {
        meters.requireNoneOpen();
        promotions.requireNotSettling();
    }

    /**
     * Carries out promotions and closes the accounts of the frame, before its memory is released. Returns what
     * promotion targets have thrown, or null.
     */
    Throwable endFrame() {
        int unclaimed = promotions.unclaimed();
        Throwable failure = meters.closeAll(promotions.settle(frame));
        meters.startSpan();
        frame.allocated(cursor.allocatedBytes() - bytesAtStart, cursor.allocations() - allocationsAtStart);
        lastUnphasedBytes = frame.allocatedBytes() - meters.endFrame();
        totals.add(frame, lastUnphasedBytes, unclaimed);
        if (history != null) {
            long now = System.nanoTime();
            history.record(scopes.epoch(), now - nanosAtStart, frame);
            nanosAtStart = now;
        }
        if (event != null) {
            event.commit(scopes.epoch(), frame);
        }
        last.copyFrom(frame);
        return failure;
    }

    /** Starts the next frame, after the memory of the last one was released. */
    void startFrame() {
        cursor.startSpan();
        frame.clear();
        bytesAtStart = cursor.allocatedBytes();
        allocationsAtStart = cursor.allocations();
        startEvent();
    }

    private void startEvent() {
        event = FrameEvent.startIfEnabled();
        if (event != null) {
            cursor.startCounting();
        }
    }

    /** The last frame that ended; null if there is none. */
    FrameSummary lastFrame() {
        if (scopes.epoch() == 0) {
            return null;
        }
        return new FrameSummary(
                scopes.epoch() - 1, last.stats(WHOLE_FRAME), lastUnphasedBytes, meters.phaseStats(), meters.tagStats());
    }
}
