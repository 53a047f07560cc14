package basalt.memory.frame;

import basalt.check.Strict;
import basalt.friend.Friend;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.access.ArenaAccess;
import basalt.memory.chunk.BumpCursor;
import basalt.memory.chunk.ChunkStore;
import basalt.memory.chunk.Reserve;
import java.util.Arrays;
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
 * <p><b>Scopes and marks.</b> Both remember the cursor, and going back to it releases all that came later. They nest in
 * one LIFO order: {@link #open()} with {@code close()} for users, {@link #mark()} with {@link #release(long)} as the
 * cheap form; {@link #keep(long)} ends a mark without releasing anything. A result belongs to the innermost scope or
 * mark that was open when it was allocated, so that a callee that cleans up behind itself never takes its caller's
 * results along.
 *
 * <p><b>Epochs.</b> {@link #reset()} ends the frame: it releases everything and starts the next epoch. A
 * {@link Slice} remembers what it was allocated under, and use after that has ended is an error that says so.
 *
 * <p>All operations take constant time, except for the one that needs another chunk. In a steady state nothing is taken
 * from the source and no garbage is made. An arena belongs to the thread that created it, and use by another one
 * throws; only for marks and slices this is checked in strict mode alone. The figures
 * ({@link #usedBytes()} and its neighbours) may be read anywhere; another thread may see old ones.
 */
public final class FrameArena implements Allocator, AutoCloseable {
    private final OpenMarks marks = new OpenMarks();
    private final ChunkStore chunks;
    private final BumpCursor cursor;
    private final FrameLedger ledger;
    private final ArenaAccess access = new Access();
    private boolean isLent;
    private FrameScope[] scopes = new FrameScope[16]; // by depth, reused

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
        this.chunks = new ChunkStore(new Reserve(marks.allocator(), source, capBytes));
        this.cursor = new BumpCursor(chunks);
        this.ledger = new FrameLedger(marks, cursor);
    }

    /**
     * Opens a scope: what is allocated from now on dies when the scope closes.
     *
     * @return the scope, an object that this arena reuses; close it before anything that was open earlier
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public FrameScope open() {
        marks.requireOwner();
        long serial = push(OpenMarks.SCOPE);
        int depth = marks.depth();
        if (depth >= scopes.length) {
            scopes = Arrays.copyOf(scopes, scopes.length * 2);
        }
        FrameScope scope = scopes[depth];
        if (scope == null) {
            scope = scopes[depth] = new FrameScope(this, depth);
        }
        scope.begin(serial);
        return scope;
    }

    /**
     * Opens a mark: the cheap form of a scope.
     *
     * @return what {@link #release(long)} takes; never 0, and never the same twice
     * @throws IllegalStateException if the arena is closed
     */
    public long mark() {
        return push(OpenMarks.MARK);
    }

    /**
     * Releases all that was allocated since the mark, and the mark with it.
     *
     * @param mark from {@link #mark()}; the innermost that is open
     * @throws IllegalStateException if something later is still open, or the mark is not open here; nothing has changed
     *     then
     */
    public void release(long mark) {
        marks.requireOwnerIfStrict();
        marks.requireInnermost(mark);
        popTo(mark);
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
        marks.requireOwnerIfStrict();
        marks.requireInnermost(mark);
        marks.keepInnermost();
    }

    /** As {@link ArenaAccess#unwind}. */
    boolean unwind(long mark) {
        marks.requireOwnerIfStrict();
        boolean innermost = marks.isInnermost(mark);
        marks.requireReleasable(innermost, mark);
        popTo(mark);
        return innermost;
    }

    /**
     * Allocates memory that lives until the innermost open scope or mark ends, or the frame if none is open. Contents
     * are undefined.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if it would exceed the cap, or the source has no more; the arena can be used
     *     further
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public Slice allocate(long bytes, int alignment) {
        marks.requireOwner();
        MemorySource.requireValid(bytes, alignment);
        if (!cursor.hasRoom(bytes, alignment)) {
            marks.requireOpen();
        }
        return marks.slice(cursor.bump(bytes, alignment), bytes);
    }

    /**
     * As {@link #allocate(long, int)}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return a checked view of it, or null if it would exceed the cap or the source has no more
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws IllegalStateException if the arena is closed, or on a wrong thread
     */
    public Slice tryAllocate(long bytes, int alignment) {
        marks.requireOpen();
        long address = cursor.tryBump(bytes, alignment);
        return address == 0 ? null : marks.slice(address, bytes);
    }

    /** As {@link ArenaAccess#allocateUnchecked}. */
    long allocateUnchecked(long bytes, int alignment) {
        if (Strict.ON || !cursor.hasRoom(bytes, alignment)) {
            marks.requireOpen();
            return cursor.bump(bytes, alignment);
        }
        return cursor.cut(bytes, alignment);
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
        marks.requireOpen();
        if (marks.open() > 0) {
            throw marks.wrongReset();
        }
        ledger.requireEndable();
        Throwable failure = ledger.endFrame();
        cursor.restart();
        marks.startFrame();
        ledger.startFrame();
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** As {@link ArenaAccess#resetAll}. */
    boolean resetAll() {
        marks.requireOpen();
        boolean nothingOpen = marks.open() == 0 & ledger.meters().endAll();
        while (marks.open() > 0) {
            pop();
        }
        reset();
        return nothingOpen;
    }

    /** As {@link ArenaAccess#endPhase}. */
    boolean endPhase(FrameMeter phase, long mark, int promotionsBefore, boolean hasFailed) {
        marks.requireOpen();
        marks.requireReleasable(marks.isInnermost(mark), mark);
        boolean nothingOpen = ledger.meters().endThrough(phase) & marks.isInnermost(mark);
        while (!marks.isInnermost(mark)) {
            pop();
        }
        if (hasFailed) {
            ledger.promotions().withdraw(promotionsBefore);
            popTo(mark);
        } else if (ledger.promotions().requested() > promotionsBefore) {
            marks.keepInnermost();
        } else {
            popTo(mark);
        }
        return nothingOpen;
    }

    /**
     * The phases and tags under which this arena counts what is allocated.
     *
     * @return always the same object
     */
    public FrameMeters meters() {
        return ledger.meters();
    }

    /**
     * What is to outlive the frame.
     *
     * @return always the same object
     */
    public FramePromotions promotions() {
        return ledger.promotions();
    }

    /**
     * The frame that was ended last: what was allocated, promoted, refused and discarded, by phase and tag.
     *
     * @return the summary, an object of the caller's own; null if no frame has ended yet
     * @throws IllegalStateException on a wrong thread
     */
    public FrameSummary lastFrame() {
        marks.requireOwner();
        return ledger.lastFrame();
    }

    /**
     * What all frames that have ended come to.
     *
     * @return always the same object
     */
    public FrameTotals totals() {
        return ledger.totals();
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
        marks.requireOpen();
        return ledger.keepHistory(frames);
    }

    /** {@return the number of the current frame, from 0: how often this arena has been reset} */
    public long epoch() {
        return marks.epoch();
    }

    /**
     * What is allocated at the moment.
     *
     * @return bytes, with the gaps that alignment makes, without the unused tails of full chunks
     */
    public long usedBytes() {
        return cursor.usedBytes();
    }

    /** {@return what this arena holds of its source: bytes of all chunks, used or kept} */
    public long reservedBytes() {
        return chunks.reservedBytes();
    }

    /** {@return the most bytes that were allocated at once in this frame} */
    public long frameHighWaterBytes() {
        return ledger.meters().frameHighWaterBytes();
    }

    /** {@return the most bytes that {@link #usedBytes()} has ever been, over all frames} */
    public long highWaterBytes() {
        return cursor.highWaterBytes();
    }

    /**
     * Gives all memory back to the source, whatever is still open. Further calls do nothing.
     *
     * @throws IllegalStateException if the arena belongs to a world, with which it closes, or on a wrong thread
     */
    @Override
    public void close() {
        marks.requireOwner();
        if (isLent) {
            throw new IllegalStateException("this frame arena belongs to a world; it closes with it");
        }
        closeLent();
    }

    /** As {@link #close()}, lent or not. */
    void closeLent() {
        marks.requireOwner();
        if (!marks.isClosed()) {
            marks.close();
            cursor.releaseAll();
            chunks.trim();
        }
    }

    @Override
    public String toString() {
        return "FrameArena[epoch=" + epoch() + ", usedBytes=" + usedBytes() + ", reservedBytes=" + reservedBytes()
                + ", highWaterBytes=" + highWaterBytes() + ", depth=" + marks.depth()
                + (marks.isClosed() ? ", closed]" : "]");
    }

    /**
     * {@inheritDoc}
     *
     * <p>Fragmentation is the share of the entered chunks' bytes that lie in the unused tails of full ones. The gaps
     * that alignment makes count as used.
     */
    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        return new AllocatorSnapshot(
                marks.allocator(),
                "",
                usedBytes(),
                reservedBytes(),
                highWaterBytes(),
                AllocatorSnapshot.NOT_COUNTED,
                AllocatorSnapshot.share(cursor.lostBytes(), cursor.reservedBytes()));
    }

    /** Closes the scope at {@code depth}; called by {@link FrameScope#close()}. */
    void close(int depth, long serial) {
        marks.requireOpen();
        if (!marks.isInnermost(serial)) {
            throw marks.wrongClose(depth, serial);
        }
        popTo(serial);
    }

    /** Requires that what is allocated now belongs to the scope at {@code depth}. */
    void requireInnermost(int depth, long serial) {
        marks.requireOpen();
        if (!marks.isInnermost(serial)) {
            throw marks.wrongAllocation(depth, serial);
        }
    }

    private long push(long kind) {
        if (marks.isClosed()) {
            marks.requireOpen();
        }
        marks.requireOwnerIfStrict();
        return marks.push(kind, cursor.cursor(), cursor.position());
    }

    /** SAFETY: the serial is open, so the loop ends at its entry. */
    private void popTo(long serial) {
        while (marks.serial() != serial) {
            pop();
        }
        pop();
    }

    private void pop() {
        cursor.goBackTo(marks.position(), marks.cursor());
        marks.pop();
    }

    /** What is open, for those that remember when their memory dies. */
    OpenMarks marks() {
        return marks;
    }

    /** What the library does with this arena. */
    private final class Access extends ArenaAccess {
        @Override
        public void lend() {
            isLent = true;
        }

        @Override
        public void moveHere() {
            marks.adopt();
        }

        @Override
        public void close() {
            closeLent();
        }

        @Override
        public boolean resetAll() {
            return FrameArena.this.resetAll();
        }

        @Override
        public int promotions() {
            return ledger.promotions().requested();
        }

        @Override
        public boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed) {
            return FrameArena.this.endPhase((FrameMeter) phase, mark, promotionsBefore, hasFailed);
        }

        @Override
        public long allocateUnchecked(long bytes, int alignment) {
            return FrameArena.this.allocateUnchecked(bytes, alignment);
        }

        @Override
        public long mark() {
            return FrameArena.this.mark();
        }

        @Override
        public void release(long mark) {
            FrameArena.this.release(mark);
        }

        @Override
        public void keep(long mark) {
            FrameArena.this.keep(mark);
        }

        @Override
        public boolean unwind(long mark) {
            return FrameArena.this.unwind(mark);
        }

        @Override
        protected int innermostDepth() {
            return marks.innermostDepth();
        }

        @Override
        protected long serialAt(int depth) {
            return marks.serial(depth);
        }

        @Override
        protected boolean isOpen(int depth, long serial) {
            return marks.isOpen(depth, serial);
        }

        @Override
        protected void requireOwner() {
            marks.requireOwner();
        }

        @Override
        protected String end(long serial) {
            return marks.end(serial);
        }
    }
}
