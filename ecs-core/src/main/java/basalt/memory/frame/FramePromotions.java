package basalt.memory.frame;

import basalt.memory.PromotionTarget;
import basalt.memory.Slice;
import basalt.memory.chunk.ScopeStack;
import java.util.Arrays;

/**
 * Results that outlive their frame: slices that are copied into another allocator when the frame ends.
 *
 * <pre>{@code
 * long ticket = arena.promotions().promote(path, heap);     // still written to until the frame ends
 * ...
 * arena.reset();                                            // copies
 * if (arena.promotions().isPromoted(ticket)) {
 *     keep(arena.promotions().handle(ticket));              // it is the caller's now
 * }
 * }</pre>
 *
 * <p>The outcome can be asked for until the next frame has ended. What was promoted belongs to the target, as
 * everything that was allocated there; the code that asks for its handle or slice frees it. Costs a small heap object
 * for each promotion: the slice. Confined to the arena's thread.
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
     * Asks for a slice to be copied when the frame ends, with what it holds then. Counts for the phase and the tag that
     * are open now.
     *
     * @param slice memory of this arena, or a part of it
     * @param target what to copy it into
     * @return a ticket to ask for the outcome with, never 0
     * @throws IllegalArgumentException if there is no target, the slice is null or empty, or it is not of this arena
     * @throws IllegalStateException if the slice is dead, 2^20 promotions were asked for in this frame, the frame is
     *     just ending, the arena is closed, or on a wrong thread
     */
    public long promote(Slice slice, PromotionTarget target) {
        scopes.requireOpen();
        if (target == null) {
            throw new IllegalArgumentException(
                    "target must not be null: a pool, heap, scratch arena or resource arena");
        }
        if (slice == null || !scopes.gave(slice) || slice.sizeBytes() == 0) {
            throw new IllegalArgumentException("only what this arena has allocated can be promoted: slice=" + slice);
        }
        slice.requireLive();
        if (settling) {
            throw new IllegalStateException("the frame is just ending: promote before reset()");
        }
        if (requestedCount == MAX_PROMOTIONS) {
            throw new IllegalStateException(
                    "more than " + MAX_PROMOTIONS + " promotions in one frame: allocate it there in the first place");
        }
        int index = requestedCount;
        next().request(slice, target, meters.innermost(FrameMeter.Kind.PHASE), meters.innermost(FrameMeter.Kind.TAG));
        requestedCount++;
        return ticket(scopes.epoch(), index);
    }

    /**
     * Whether a slice has been copied.
     *
     * @param ticket from {@link #promote}, in the frame before
     * @return false if it was refused; {@link #refusal(long)} says why
     * @throws IllegalStateException if the frame has not ended yet, or the next one has; on a wrong thread
     */
    public boolean isPromoted(long ticket) {
        return find(ticket).refusal() == null;
    }

    /**
     * Why a slice has not been copied.
     *
     * @param ticket from {@link #promote}, in the frame before
     * @return the reason; null if it has been copied
     * @throws IllegalStateException if the frame has not ended yet, or the next one has; on a wrong thread
     */
    public PromotionRefusal refusal(long ticket) {
        return find(ticket).refusal();
    }

    /**
     * The copy.
     *
     * @param ticket from {@link #promote}, in the frame before
     * @return a view of it, by the rules of its allocator
     * @throws IllegalStateException if it was refused, the frame has not ended yet, or the next one has; on a wrong
     *     thread
     */
    public Slice slice(long ticket) {
        return granted(ticket).claim();
    }

    private Promotion granted(long ticket) {
        Promotion promotion = find(ticket);
        if (promotion.refusal() != null) {
            throw new IllegalStateException(
                    "promotion was refused, ask isPromoted(ticket) first: " + promotion.refusal());
        }
        return promotion;
    }

    /**
     * The handle of the copy, for targets that have handles: pools and heaps.
     *
     * @param ticket from {@link #promote}, in the frame before
     * @return the handle; 0 if the target has none
     * @throws IllegalStateException if it was refused, the frame has not ended yet, or the next one has; on a wrong
     *     thread
     */
    public long handle(long ticket) {
        return granted(ticket).claimHandle();
    }

    /** How many slices of this frame are to outlive it. */
    int requested() {
        return requestedCount;
    }

    /**
     * Those from that one on are refused when the frame ends: what has asked for them has failed. Their tickets stay.
     */
    void withdraw(int first) {
        for (int i = first; i < requestedCount; i++) {
            requested[i].withdraw();
        }
    }

    /** How many copies of the last frame were not asked for. */
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
            throw new IllegalStateException("the frame is just ending: a promotion's target must not end it again");
        }
    }

    /**
     * Copies all that was asked for. Answers what targets have thrown, the first with the others suppressed; null if
     * nothing.
     */
    Throwable settle(MeterCount frame) {
        Throwable failure = null;
        settling = true;
        for (int i = 0; i < requestedCount; i++) {
            try {
                requested[i].settle(frame);
            } catch (Throwable e) { // the others are settled nevertheless
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
            throw new IllegalStateException("no such promotion in the last frame: ask before the next one ends, ticket="
                    + ticket + ", its frame=" + (frame - 1) + ", last frame=" + (lastFrame - 1));
        }
        return settled[index];
    }

    private static long ticket(long epoch, int index) {
        return epoch + 1 << INDEX_BITS | index;
    }
}
