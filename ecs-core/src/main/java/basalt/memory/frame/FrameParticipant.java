package basalt.memory.frame;

import basalt.memory.Slice;
import org.agrona.LangUtil;
import org.agrona.concurrent.IdleStrategy;

/**
 * One thread's part in a {@link FrameBarrier}.
 *
 * <pre>{@code
 * try (FrameParticipant frame = barrier.join(arena)) {
 *     while (running) {
 *         Slice mine = arena.allocate(bytes, 64);
 *         ...
 *         queue.offer(frame.share(mine));      // others read it until the frame ends
 *         frame.endFrame();
 *     }
 * }
 * }</pre>
 *
 * <p>Confined to the thread that has joined. In a steady state no garbage is made, but for one small object for each
 * slice that is shared.
 */
public final class FrameParticipant implements AutoCloseable {
    private static final int CHECK_EVERY = 64;

    private final FrameBarrier barrier;
    private final FrameArena arena;
    private final IdleStrategy idle;
    private final Thread thread = Thread.currentThread();
    private boolean closed;
    private long sharedIn = -1; // the last frame in which something was shared

    /** Whether it has ended the current frame. Guarded by the barrier. */
    boolean arrived;

    FrameParticipant(FrameBarrier barrier, FrameArena arena, IdleStrategy idle) {
        this.barrier = barrier;
        this.arena = arena;
        this.idle = idle;
    }

    /**
     * Makes a view for the other threads of what this one has allocated and written. Give it to them by something that
     * orders memory, such as a queue.
     *
     * @param slice memory of this thread's arena that lives until the frame ends, or a part of it
     * @return a view that any thread may use until the barrier's frame ends. Writing it while others read is the
     *     callers' affair
     * @throws IllegalArgumentException if the slice is null, of another allocator, or of a scope or mark, which may end
     *     earlier
     * @throws IllegalStateException if the slice is dead, this was closed, or on a wrong thread
     */
    public Slice share(Slice slice) {
        requireOpen();
        if (slice == null || !arena.ledger().livesForTheFrame(slice)) {
            throw new IllegalArgumentException("only what lives until the frame ends can be shared: allocate it in this"
                    + " thread's arena, outside of scopes and marks");
        }
        slice.requireLive();
        sharedIn = barrier.frame();
        return barrier.shared().slice(slice);
    }

    /**
     * Ends the frame: waits until all have ended it, and resets this thread's arena.
     *
     * @throws IllegalStateException if a scope, mark, phase or tag is still open in the arena, this was closed, on a
     *     wrong thread, or from the barrier's action; nothing has changed then. What a promotion's target or the
     *     barrier's action throws reaches the caller after the frame has ended, what the idle strategy throws at once
     */
    public void endFrame() {
        tryEndFrame(Long.MAX_VALUE);
    }

    /**
     * As {@link #endFrame()}, for callers that have something else to do if the others take too long. A frame ends when
     * all wait for it at the same moment, so do not all come by for no time at all.
     *
     * @param timeoutNanos how long to wait at most
     * @return false if the others were not there in time; the frame goes on then
     * @throws IllegalStateException as {@link #endFrame()}
     */
    public boolean tryEndFrame(long timeoutNanos) {
        requireOpen();
        arena.requireEndable();
        long frame = barrier.frame();
        long start = System.nanoTime();
        boolean last = barrier.arrive(this);
        Throwable failure = null;
        try {
            if (last) {
                barrier.advance();
            } else {
                await(frame, start, timeoutNanos);
            }
        } catch (Throwable e) { // the arena must not miss the end, nor the others wait for an arrival that is none
            failure = e;
        }
        boolean ended = !barrier.withdraw(this);
        if (ended) {
            failure = endArena(frame, failure);
        }
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
        return ended;
    }

    /** Waits until the frame has ended, or it takes too long. */
    private void await(long frame, long start, long timeoutNanos) {
        idle.reset();
        for (int turn = 1; barrier.frame() == frame; turn++) {
            boolean late = System.nanoTime() - start >= timeoutNanos;
            if ((late || turn % CHECK_EVERY == 0) && barrier.dropDead()) {
                barrier.advance();
            } else if (late) {
                return;
            } else {
                idle.idle();
            }
        }
    }

    /**
     * Ends the arena's frame once the barrier's has ended, or is just ending. Answers what was thrown until then and
     * now.
     */
    private Throwable endArena(long frame, Throwable before) {
        awaitPlainly(frame);
        try {
            arena.endSharedFrame();
        } catch (Throwable e) {
            if (before == null) {
                return e;
            }
            before.addSuppressed(e);
        }
        return before;
    }

    private void awaitPlainly(long frame) {
        while (barrier.frame() == frame) {
            if (barrier.dropDead()) {
                barrier.advance();
            }
            Thread.yield();
        }
    }

    /**
     * Leaves: the others do not wait for this thread any more, and its arena is its own again. If it has shared
     * something in this frame, waits until the others have ended the frame, too, since they may read it till then.
     * Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread. What the barrier's action throws reaches the caller, after this
     *     has left
     */
    @Override
    public void close() {
        requireThread();
        if (closed) {
            return;
        }
        closed = true;
        try {
            long frame = barrier.frame();
            if (sharedIn == frame && !barrier.hasArrived(this)) {
                if (barrier.arrive(this)) {
                    barrier.advance();
                }
                awaitPlainly(frame);
            }
        } finally {
            arena.ledger().leave();
            if (barrier.leave(this)) {
                barrier.advance();
            }
        }
    }

    @Override
    public String toString() {
        return "FrameParticipant[thread=" + thread.getName() + (closed ? ", closed]" : "]");
    }

    boolean isAbandoned() {
        return !thread.isAlive();
    }

    private void requireOpen() {
        requireThread();
        if (closed) {
            throw new IllegalStateException("participant has left the barrier: join() again");
        }
    }

    private void requireThread() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException(
                    "participant used by thread " + Thread.currentThread().getName() + " but joined by thread "
                            + thread.getName() + ": let each thread join for itself");
        }
    }
}
