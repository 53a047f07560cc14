package basalt.memory.frame;

import basalt.friend.Friend;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.access.ArenaAccess;
import basalt.memory.chunk.BumpArena;
import basalt.memory.chunk.ScopeStack;
import org.agrona.LangUtil;

/**
 * A bump allocator for temporary results that die together: at the end of a scope, or of the frame.
 *
 * <p><b>Chunks.</b> The arena cuts its memory from chunks: 64 KiB, then twice as much each time up to 1 MiB, and larger
 * where a single request needs it. To allocate is to align the cursor and move it; when the chunk is full the next one
 * becomes current. Nothing is freed singly, and chunks are kept for the frames to come.
 *
 * <pre>
 *   chunk 0, 64 KiB                  chunk 1, 128 KiB                             kept, unused
 *   +-------+--------+--+- - - - -+  +--------------+---------+- - - - - - - -+   +- - - - - - - - - -+
 *   |   a   |   b    |//|  tail   |  |      c       |    d    |     free      |   |                   |
 *   +-------+--------+--+- - - - -+  +--------------+---------+- - - - - - - -+   +- - - - - - - - - -+
 *           ^                                       ^         ^               ^
 *           scope 1                                 mark 2    cursor          limit
 *
 *   depth 0: the frame    dies by reset()       a
 *   depth 1: scope 1      dies by its close()   b, c
 *   depth 2: mark 2       dies by release()     d
 * </pre>
 *
 * <p><b>Scopes and marks.</b> Both remember the cursor, and going back to it releases all that came later. They nest
 * in one LIFO order: {@link #open()} with {@code close()} for users, {@link #mark()} with {@link #release(long)} as the
 * cheap form; {@link #keep(long)} ends a mark without releasing anything. A result belongs to the innermost scope or
 * mark that was open when it was allocated, so that a callee that cleans up behind itself never takes its caller's
 * results along.
 *
 * <p><b>Epochs.</b> {@link #reset()} ends the frame: it releases everything and starts the next epoch. A
 * {@link Slice} remembers what it was allocated under, and use after that has ended is an error that says so.
 *
 * <p>All operations take constant time, except for the one that needs another chunk. In a steady state nothing is taken
 * from the source and no garbage is made. An arena belongs to the thread that created it, and use by another one
 * throws; for marks and slices this is checked in strict mode alone.
 *
 * <p>Used bytes include the gaps that alignment makes, and not the unused tails of full chunks. Fragmentation is the
 * share of the entered chunks' bytes that lie in these tails.
 */
public final class FrameArena implements Allocator, SliceAllocator {
    private static final String KIND = "frame arena";

    private final BumpArena arena;
    private final ScopeStack scopes;
    private final FrameAccounting accounting;
    private final ArenaAccess access;
    private boolean isLent;

    static {
        Friend.install(FrameArena.class, ArenaAccess.class, new Friend<>() {
            @Override
            public ArenaAccess inside(FrameArena arena) {
                return arena.access;
            }
        });
    }

    /**
     * Creates an arena without a cap. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
     * @throws IllegalStateException if this JVM lacks the flag that native access needs
     */
    public FrameArena(MemorySource source) {
        this(source, Long.MAX_VALUE);
    }

    /**
     * Creates an arena that never holds more than {@code capBytes}. It takes its first chunk at its first allocation.
     *
     * @param source where chunks come from
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     * @throws IllegalArgumentException if {@code capBytes} is not positive
     */
    public FrameArena(MemorySource source, long capBytes) {
        this.scopes = new ScopeStack(KIND, "its arena", "reset");
        this.arena = new BumpArena(KIND, "", scopes, source, capBytes);
        this.accounting = new FrameAccounting(scopes, arena.cursor());
        this.access = new Access(this);
    }

    /**
     * Opens a scope: what is allocated from now on dies when the scope closes.
     *
     * @return the scope, an object that this arena reuses; close it before anything that was open earlier
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public MemoryScope open() {
        return arena.open();
    }

    /**
     * Opens a mark: the cheap form of a scope.
     *
     * @return what {@link #release(long)} takes; never 0, and never the same twice
     * @throws IllegalStateException if the arena is closed
     */
    public long mark() {
        return arena.mark();
    }

    /**
     * Releases all that was allocated since the mark, and the mark with it.
     *
     * @param mark from {@link #mark()}; the innermost that is open
     * @throws IllegalStateException if something later is still open, or the mark is not open here; nothing has changed
     *     then
     */
    public void release(long mark) {
        arena.release(mark);
    }

    /**
     * Ends a mark without releasing anything: what was allocated since lives on as long as what surrounds it. Costs 24
     * bytes of heap until that ends.
     *
     * @param mark from {@link #mark()}; the innermost that is open
     * @throws IllegalStateException if something later is still open, or the mark is not open here; nothing has changed
     *     then
     */
    public void keep(long mark) {
        arena.keep(mark);
    }

    @Override
    public Slice allocate(long bytes, int alignment) {
        return arena.allocate(bytes, alignment);
    }

    @Override
    public Slice tryAllocate(long bytes, int alignment) {
        return arena.tryAllocate(bytes, alignment);
    }

    /** As {@link ArenaAccess#unwind}. */
    boolean unwind(long mark) {
        return arena.unwind(mark);
    }

    /** As {@link ArenaAccess#allocateUnchecked}. */
    long allocateUnchecked(long bytes, int alignment) {
        return arena.allocateUnchecked(bytes, alignment);
    }

    /**
     * Ends the frame: what was promoted is copied, everything is released, and the next epoch begins. The chunks are
     * kept.
     *
     * @throws IllegalStateException if a scope, mark, phase or tag is still open, the arena is closed, or on a wrong
     *     thread; nothing has changed then. What the target of a promotion throws reaches the caller, after the frame
     *     has ended
     */
    public void reset() {
        scopes.requireNoneOpen();
        accounting.requireEndable();
        Throwable failure = accounting.endFrame();
        arena.restart();
        accounting.startFrame();
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** As {@link ArenaAccess#resetAll}. */
    boolean resetAll() {
        scopes.requireOpen();
        boolean nothingOpen = arena.unwindAll() & accounting.meters().endAll();
        reset();
        return nothingOpen;
    }

    /** As {@link ArenaAccess#endPhase}. */
    boolean endPhase(FrameMeter phase, long mark, int promotionsBefore, boolean hasFailed) {
        scopes.requireOpen();
        boolean nothingOpen = arena.unwindAbove(mark) & accounting.meters().endThrough(phase);
        if (hasFailed) {
            accounting.promotions().withdraw(promotionsBefore);
            arena.release(mark);
        } else if (accounting.promotions().requested() > promotionsBefore) {
            arena.keep(mark);
        } else {
            arena.release(mark);
        }
        return nothingOpen;
    }

    /**
     * The phases and tags under which this arena counts what is allocated.
     *
     * @return always the same object
     */
    public FrameMeters meters() {
        return accounting.meters();
    }

    /**
     * What is to outlive the frame.
     *
     * @return always the same object
     */
    public FramePromotions promotions() {
        return accounting.promotions();
    }

    /**
     * The frame that was ended last: what was allocated, promoted, refused and discarded, by phase and tag.
     *
     * @return the summary, an object of the caller's own; null if no frame has ended yet
     * @throws IllegalStateException on a wrong thread
     */
    public FrameSummary lastFrame() {
        scopes.requireOwner();
        return accounting.lastFrame();
    }

    /**
     * What all frames that have ended come to.
     *
     * @return always the same object
     */
    public FrameTotals totals() {
        return accounting.totals();
    }

    /**
     * Keeps the figures of the last frames from now on, in place of a history that was kept before.
     *
     * @param frames how many, from 1 to 2^20
     * @return the history, which is empty yet
     * @throws IllegalArgumentException if {@code frames} is out of range
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public FrameHistory keepHistory(int frames) {
        scopes.requireOpen();
        return accounting.keepHistory(frames);
    }

    /** {@return the number of the current frame, from 0: how often this arena has been reset} */
    public long epoch() {
        return scopes.epoch();
    }

    @Override
    public long usedBytes() {
        return arena.cursor().usedBytes();
    }

    @Override
    public long reservedBytes() {
        return arena.reservedBytes();
    }

    /** {@return the most bytes that were allocated at once in this frame} */
    public long frameHighWaterBytes() {
        return accounting.meters().frameHighWaterBytes();
    }

    @Override
    public long highWaterBytes() {
        return arena.cursor().highWaterBytes();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the arena belongs to a world, with which it closes, or on a wrong thread
     */
    @Override
    public void close() {
        scopes.requireOwner();
        if (isLent) {
            throw new IllegalStateException("this frame arena belongs to a world; it closes with it");
        }
        arena.close();
    }

    @Override
    public String toString() {
        return "FrameArena[epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes()
                + ", highWaterBytes=" + highWaterBytes() + ", depth=" + scopes.depth()
                + (scopes.isClosed() ? ", closed]" : "]");
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return arena.snapshot();
    }

    /** What the library does with a frame arena. */
    private static final class Access extends ArenaAccess {
        private final FrameArena frame;
        private final BumpArena arena;
        private final ScopeStack scopes;

        Access(FrameArena frame) {
            this.frame = frame;
            arena = frame.arena;
            scopes = frame.scopes;
        }

        @Override
        public void lend() {
            frame.isLent = true;
        }

        @Override
        public void moveHere() {
            scopes.adopt();
        }

        @Override
        public void close() {
            arena.close();
        }

        @Override
        public boolean resetAll() {
            return frame.resetAll();
        }

        @Override
        public int promotions() {
            return frame.promotions().requested();
        }

        @Override
        public boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed) {
            return frame.endPhase((FrameMeter) phase, mark, promotionsBefore, hasFailed);
        }

        @Override
        public long allocateUnchecked(long bytes, int alignment) {
            return arena.allocateUnchecked(bytes, alignment);
        }

        @Override
        public long mark() {
            return arena.mark();
        }

        @Override
        public void release(long mark) {
            arena.release(mark);
        }

        @Override
        public void keep(long mark) {
            arena.keep(mark);
        }

        @Override
        public boolean unwind(long mark) {
            return arena.unwind(mark);
        }

        @Override
        protected int innermostDepth() {
            return scopes.innermostDepth();
        }

        @Override
        protected long serialAt(int depth) {
            return scopes.serial(depth);
        }

        @Override
        protected boolean isOpen(int depth, long serial) {
            return scopes.isOpen(depth, serial);
        }

        @Override
        protected void requireOwner() {
            scopes.requireOwner();
        }

        @Override
        protected String end(long serial) {
            return scopes.end(serial);
        }
    }
}
