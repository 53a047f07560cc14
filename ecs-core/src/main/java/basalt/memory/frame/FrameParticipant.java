package basalt.memory.frame;

import basalt.memory.Slice;
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
 * <p>Confined to the thread that has joined. In a steady state no garbage is made, but for one small object for each slice that is
 * shared.
 */
public final class FrameParticipant implements AutoCloseable {
    private static final int CHECK_EVERY = 64;

    private final FrameBarrier barrier;
    private final FrameArena arena;
    private final IdleStrategy idle;
    private final Thread thread = Thread.currentThread();
    private boolean closed;

    /** Whether it has ended the current frame. Guarded by the barrier. */
    boolean arrived;

    FrameParticipant(FrameBarrier barrier, FrameArena arena, IdleStrategy idle) {
        this.barrier = barrier;
        this.arena = arena;
        this.idle = idle;
    }

    /**
     * Makes a view for the other threads of what this one has allocated and written. Give it to them by something that orders memory,
     * such as a queue.
     *
     * @param slice memory of this thread's arena that lives until the frame ends, or a part of it
     * @return a view that any thread may use until the barrier's frame ends. Writing it while others read is the callers' affair
     * @throws IllegalArgumentException if the slice is of another allocator, or of a scope or mark, which may end earlier
     * @throws IllegalStateException if the slice is dead, this was closed, or on a wrong thread
     */
    public Slice share(Slice slice) {
        requireOpen();
        if (!arena.livesForTheFrame(slice)) {
            throw new IllegalArgumentException("only what lives until the frame ends can be shared: allocate it in this"
                    + " thread's arena, outside of scopes and marks");
        }
        slice.requireLive();
        return barrier.shared().slice(slice);
    }

    /**
     * Ends the frame: waits until all have ended it, and resets this thread's arena.
     *
     * @throws IllegalStateException if a scope, mark, phase or tag is still open in the arena, this was closed, or on a wrong thread;
     *     nothing has changed then. What a promotion's target or the barrier's action throws reaches the caller, after the frame has
     *     ended
     */
    public void endFrame() {
        tryEndFrame(Long.MAX_VALUE);
    }

    /**
     * As {@link #endFrame()}, for callers that have something else to do if the others take too long.
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
        try {
            if (barrier.arrive(this)) {
                barrier.advance();
            } else if (!await(frame, start, timeoutNanos)) {
                return false;
            }
        } finally {
            if (barrier.frame() != frame) {
                arena.endSharedFrame();
            }
        }
        return true;
    }

    private boolean await(long frame, long start, long timeoutNanos) {
        idle.reset();
        for (int turn = 1; barrier.frame() == frame; turn++) {
            if (turn % CHECK_EVERY == 0 && barrier.dropDead()) {
                barrier.advance();
            } else if (System.nanoTime() - start >= timeoutNanos && barrier.withdraw(this)) {
                return false;
            } else {
                idle.idle();
            }
        }
        return true;
    }

    /**
     * Leaves: the others do not wait for this thread any more, and its arena is its own again. What it has shared in this frame stays
     * where it is until this thread resets or closes the arena, so let the others finish with it first. Further calls do nothing.
     *
     * @throws IllegalStateException on a wrong thread
     */
    @Override
    public void close() {
        requireThread();
        if (!closed) {
            closed = true;
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
