package basalt.memory.frame;

import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.block.ScopeStack;
import java.util.Arrays;

/**
 * Promotes results that outlive their frame: copies slices into another allocator when the frame ends.
 *
 * <pre>{@code
 * long ticket = arena.promotions().promote(path, heap);     // may be written until the frame ends
 * ...
 * arena.reset();                                            // copies
 * if (arena.promotions().isPromoted(ticket)) {
 *     keep(arena.promotions().handle(ticket));              // the caller owns it now
 * }
 * }</pre>
 *
 * <p>The outcome is available until the next frame has ended. The copy is an allocation of the target, and the code
 * that claims it by handle or slice must free it. Each promotion makes one small heap object, the slice. Confined to
 * the arena's thread.
 */
public final class FramePromotions {
    private static final int INDEX_BITS = 20;
    private static final int MAX_PROMOTIONS = 1 << INDEX_BITS;

    private final ScopeStack scopes;
    private final FrameMeters meters;
    private Promotion[] requested = new Promotion[0];
    private Promotion[] settled = new Promotion[0];
    private int requestedCount;
    private int settledCount;
    private boolean settling;

    FramePromotions(ScopeStack scopes, FrameMeters meters) {
        this.scopes = scopes;
        this.meters = meters;
    }

    /**
     * Requests that a slice is copied when the frame ends, with its contents at that time. Counts for the phase and the
     * tag that are open now.
     *
     * @param slice memory of this arena, or a part of it
     * @param target the allocator for the copy
     * @return a ticket for the outcome, never 0
     * @throws IllegalArgumentException if the target is null, the slice is null or empty, or it is not of this arena
     * @throws IllegalStateException if the slice is dead, 2^20 promotions were already requested in this frame, the
     *     frame is ending, the arena is closed, or on the wrong thread
     */
    public long promote(Slice slice, PromotionTarget target) {
        scopes.requireOpen();
        if (target == null) {
            throw new IllegalArgumentException(
                    "target must not be null: a pool, heap, scratch arena or resource arena");
        }
        if (slice == null || !scopes.gave(slice) || slice.sizeBytes() == 0) {
            throw new IllegalArgumentException("only slices of this arena can be promoted: slice=" + slice);
        }
        slice.requireLive();
        if (settling) {
            throw new IllegalStateException("the frame is ending: promote before reset()");
        }
        if (requestedCount == MAX_PROMOTIONS) {
            throw new IllegalStateException(
                    "more than " + MAX_PROMOTIONS + " promotions in one frame: allocate directly in the target");
        }
        int index = requestedCount;
        next().request(slice, target, meters.innermost(FrameMeter.Kind.PHASE), meters.innermost(FrameMeter.Kind.TAG));
        requestedCount++;
        return ticket(scopes.epoch(), index);
    }

    /**
     * Whether a slice was copied.
     *
     * @return false if it was refused; {@link #refusal(long)} says why
     * @throws IllegalStateException if the frame has not ended yet, or the next one has; on the wrong thread
     */
    public boolean isPromoted(long ticket) {
        return find(ticket).refusal() == null;
    }

    /**
     * Why a slice was not copied.
     *
     * @return the reason; null if it was copied
     * @throws IllegalStateException if the frame has not ended yet, or the next one has; on the wrong thread
     */
    public Refusal refusal(long ticket) {
        return find(ticket).refusal();
    }

    /**
     * The copy.
     *
     * @return a view of it, by the rules of its allocator
     * @throws IllegalStateException if it was refused, the frame has not ended yet, or the next one has; on the wrong
     *     thread
     */
    public Slice slice(long ticket) {
        return granted(ticket).claim();
    }

    private Promotion granted(long ticket) {
        Promotion promotion = find(ticket);
        if (promotion.refusal() != null) {
            throw new IllegalStateException(
                    "promotion was refused, check isPromoted(ticket) first: " + promotion.refusal());
        }
        return promotion;
    }

    /**
     * The handle of the copy, for targets that have handles: pools and heaps.
     *
     * @return the handle; 0 if the target has none
     * @throws IllegalStateException if it was refused, the frame has not ended yet, or the next one has; on the wrong
     *     thread
     */
    public long handle(long ticket) {
        return granted(ticket).claimHandle();
    }

    /** The number of promotions requested in this frame. */
    int requested() {
        return requestedCount;
    }

    /**
     * Refuses all promotions from an index on when the frame ends, because the system that requested them has failed.
     * Their tickets stay valid.
     */
    void withdraw(int first) {
        for (int i = first; i < requestedCount; i++) {
            requested[i].withdraw();
        }
    }

    /** The number of copies of the last frame that were not claimed. */
    int unclaimed() {
        int unclaimed = 0;
        for (int i = 0; i < settledCount; i++) {
            if (settled[i].isUnclaimed()) {
                unclaimed++;
            }
        }
        return unclaimed;
    }

    void requireNotSettling() {
        if (settling) {
            throw new IllegalStateException("the frame is ending: a promotion target must not end it again");
        }
    }

    /**
     * Carries out all requested promotions. Returns what targets have thrown, the first with the others suppressed;
     * null if nothing was thrown.
     */
    Throwable settle(FrameMeter.Count frame) {
        Throwable failure = null;
        settling = true;
        for (int i = 0; i < requestedCount; i++) {
            try {
                requested[i].settle(frame);
            } catch (Throwable e) { // the others are still carried out
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        settling = false;
        for (int i = 0; i < settledCount; i++) {
            settled[i].forget();
        }
        Promotion[] outcomes = requested;
        requested = settled;
        settled = outcomes;
        settledCount = requestedCount;
        requestedCount = 0;
        return failure;
    }

    private Promotion next() {
        if (requestedCount == requested.length) {
            requested = Arrays.copyOf(requested, Math.max(8, requestedCount * 2));
        }
        Promotion promotion = requested[requestedCount];
        if (promotion == null) {
            promotion = requested[requestedCount] = new Promotion();
        }
        return promotion;
    }

    private Promotion find(long ticket) {
        scopes.requireOpen();
        long frame = ticket >>> INDEX_BITS;
        int index = (int) ticket & (MAX_PROMOTIONS - 1);
        long lastFrame = scopes.epoch(); // counted from 1, as in tickets
        if (frame == lastFrame + 1 && index < requestedCount) {
            throw new IllegalStateException("promotion is not settled yet: reset() ends the frame");
        }
        if (ticket == 0 || frame != lastFrame || index >= settledCount) {
            throw new IllegalStateException(
                    "no such promotion in the last frame: use a ticket before the next one ends, ticket=" + ticket
                            + ", its frame=" + (frame - 1) + ", last frame=" + (lastFrame - 1));
        }
        return settled[index];
    }

    private static long ticket(long epoch, int index) {
        return epoch + 1 << INDEX_BITS | index;
    }

    /** Why a slice was not promoted when its frame ended. */
    public enum Refusal {
        /**
         * The scope or mark in which the slice was allocated ended before the frame: allocate it outside that scope. Or
         * the system that requested the promotion has failed.
         */
        ENDED_EARLIER,

        /** The slice is larger than the target's largest copy: use another target. */
        TOO_LARGE,

        /** The target is at its cap or budget, or its source has no memory left. */
        NO_MEMORY,

        /**
         * The target threw an exception, for example because it is closed or owned by another thread. The end of the
         * frame rethrows it.
         */
        TARGET_FAILED
    }

    /** One requested promotion and its outcome. Reused from frame to frame. */
    private static final class Promotion {
        private Slice source;
        private PromotionTarget target;
        private FrameMeter phase;
        private FrameMeter tag;
        private long bytes;
        private Slice copy;
        private long handle; // of the copy, which a heap may move
        private Refusal refusal;
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
        void settle(FrameMeter.Count frame) {
            refusal = Refusal.TARGET_FAILED; // unless copy() returns
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

        private Refusal copy() {
            if (source == null || !source.isLive()) {
                return Refusal.ENDED_EARLIER;
            }
            if (bytes > target.largestCopyBytes()) {
                return Refusal.TOO_LARGE;
            }
            copy = target.tryCopy(source);
            if (copy == null) {
                return Refusal.NO_MEMORY;
            }
            handle = copy.handle();
            return null;
        }

        private void count(FrameMeter.Count meter) {
            if (refusal == null) {
                meter.promoted(bytes);
            } else {
                meter.refused();
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
        Refusal refusal() {
            return refusal;
        }
    }
}
