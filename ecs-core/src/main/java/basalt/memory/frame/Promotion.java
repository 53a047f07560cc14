package basalt.memory.frame;

import basalt.memory.PromotionTarget;
import basalt.memory.Slice;

/** One requested promotion and its outcome. Reused from frame to frame. */
final class Promotion {
    private Slice source;
    private PromotionTarget target;
    private FrameMeter phase;
    private FrameMeter tag;
    private long bytes;
    private Slice copy;
    private long handle; // of the copy, which a heap may move
    private PromotionRefusal refusal;
    private boolean claimed;

    void request(Slice newSource, PromotionTarget newTarget, FrameMeter inPhase, FrameMeter underTag) {
        source = newSource;
        target = newTarget;
        phase = inPhase;
        tag = underTag;
        bytes = newSource.sizeBytes();
        copy = null;
        refusal = null;
        claimed = false;
    }

    /** Withdraws the request: it will be refused. */
    void withdraw() {
        source = null;
    }

    /** Copies the slice, or determines the reason for refusing. */
    void settle(MeterCount frame) {
        refusal = PromotionRefusal.TARGET_FAILED; // unless copy() returns
        try {
            refusal = copy();
        } finally {
            count(frame);
            for (FrameMeter meter = phase; meter != null; meter = meter.parent) {
                count(meter.count());
            }
            for (FrameMeter meter = tag; meter != null; meter = meter.parent) {
                count(meter.count());
            }
            source = null;
            target = null;
        }
    }

    private PromotionRefusal copy() {
        if (source == null || !source.isLive()) {
            return PromotionRefusal.ENDED_EARLIER;
        }
        if (bytes > target.largestCopyBytes()) {
            return PromotionRefusal.TOO_LARGE;
        }
        copy = target.tryCopy(source);
        if (copy == null) {
            return PromotionRefusal.NO_MEMORY;
        }
        handle = copy.handle();
        return null;
    }

    private void count(MeterCount meter) {
        if (refusal == null) {
            meter.promoted(bytes);
        } else {
            meter.refused(bytes, refusal);
        }
    }

    /** The copy, and marks it as claimed; null if it was refused. */
    Slice claim() {
        claimed = true;
        return copy;
    }

    /** The handle of the copy, and marks it as claimed; 0 if its allocator has no handles. */
    long claimHandle() {
        claimed = true;
        return handle;
    }

    /** Drops the reference to the copy, which the target owns. */
    void forget() {
        copy = null;
    }

    /** Whether there is a copy that was not claimed. */
    boolean isUnclaimed() {
        return copy != null && !claimed;
    }

    /** The reason for refusing; null if it was promoted. */
    PromotionRefusal refusal() {
        return refusal;
    }
}
