package basalt.memory.frame;

import basalt.memory.block.BumpCursor;
import basalt.memory.block.ScopeStack;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

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
    private long allAllocatedBytes;
    private long allUnphasedBytes;
    private long allPromoted;
    private long allRefused;
    private long allUnclaimed;
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

    FrameArena.Totals totals() {
        return new FrameArena.Totals(
                scopes.epoch(), allAllocatedBytes, allUnphasedBytes, allPromoted, allRefused, allUnclaimed);
    }

    FrameHistory keepHistory(int frames) {
        history = new FrameHistory(frames);
        cursor.startCounting();
        nanosAtStart = System.nanoTime();
        return history;
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
        allAllocatedBytes += frame.allocatedBytes();
        allUnphasedBytes += lastUnphasedBytes;
        allPromoted += frame.promoted();
        allRefused += frame.refused();
        allUnclaimed += unclaimed;
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
    FrameArena.Summary lastFrame() {
        if (scopes.epoch() == 0) {
            return null;
        }
        return new FrameArena.Summary(
                scopes.epoch() - 1, last.stats(WHOLE_FRAME), lastUnphasedBytes, meters.phaseStats(), meters.tagStats());
    }

    /** A frame, from one reset of an arena to the next, for JDK Flight Recorder. */
    @Name("basalt.Frame")
    @Label("Frame")
    @Category({"Basalt", "Memory"})
    @StackTrace(false)
    static final class FrameEvent extends Event {
        private static final FrameEvent PROBE = new FrameEvent();

        @Label("Frame")
        private long frame;

        @Label("Allocated")
        @DataAmount
        private long allocatedBytes;

        @Label("Allocations")
        private long allocations;

        @Label("High-Water Mark")
        @DataAmount
        private long highWaterBytes;

        @Label("Promoted")
        @DataAmount
        private long promotedBytes;

        @Label("Refused Promotions")
        private int refused;

        /** Starts an event if events are recorded; null otherwise. */
        static FrameEvent startIfEnabled() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            FrameEvent event = new FrameEvent();
            event.begin();
            return event;
        }

        void commit(long number, MeterCount count) {
            frame = number;
            allocatedBytes = count.allocatedBytes();
            allocations = count.allocations();
            highWaterBytes = count.highWaterBytes();
            promotedBytes = count.promotedBytes();
            refused = count.refused();
            commit();
        }
    }
}
