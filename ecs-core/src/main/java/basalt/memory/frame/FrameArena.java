package basalt.memory.frame;

import basalt.internal.Friend;
import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.SliceAllocator;
import basalt.memory.block.ArenaAccess;
import basalt.memory.block.BumpCursor;
import basalt.memory.block.ScopeStack;
import java.util.List;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.agrona.LangUtil;

/**
 * A bump allocator for temporary results that die together, at the end of a scope or of the frame.
 *
 * <p><b>Chunks.</b> The arena allocates in chunks: 64 KiB, then double each time up to 1 MiB, and larger where a single
 * request needs it. Allocating aligns the cursor and moves it; when the chunk is full the next one becomes current.
 * Allocations are not freed one by one, and chunks are kept for later frames.
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
 * <p><b>Scopes and marks.</b> Both store the cursor, and restoring it releases everything allocated since. They nest in
 * one LIFO order: {@link #open()} with {@code close()} for convenience, {@link #mark()} with {@link #release(long)} as
 * the cheap form; {@link #keep(long)} ends a mark without releasing anything. A result belongs to the innermost scope
 * or mark that was open when it was allocated, so a callee that closes its own scope never releases its caller's
 * results.
 *
 * <p><b>Epochs.</b> {@link #reset()} ends the frame: it releases everything and starts the next epoch. A {@link Slice}
 * stores its scope, mark or epoch, and use after that has ended throws an error with the reason.
 *
 * <p>All operations take constant time, except when another chunk is needed. In a steady state no memory is taken from
 * the source and no garbage is made. An arena belongs to the thread that created it, and use by another thread throws;
 * for marks and slices this is checked only in strict mode.
 *
 * <p>Used bytes include the gaps that alignment makes, but not the unused tails of full chunks. Fragmentation is the
 * share of these tails in the bytes of all chunks in use.
 */
public final class FrameArena implements Allocator, SliceAllocator {
    private static final String KIND = "frame arena";

    private final FrameAccess arena;
    private final ScopeStack scopes;
    private final Accounting accounting;
    private boolean belongsToWorld;

    static {
        Friend.install(FrameArena.class, ArenaAccess.class, new Friend<>() {
            @Override
            public ArenaAccess internal(FrameArena arena) {
                return arena.arena;
            }
        });
    }

    /** Creates an arena without a cap. It takes its first chunk at its first allocation. */
    public FrameArena(MemorySource source) {
        this(source, Long.MAX_VALUE);
    }

    /**
     * Creates an arena that never holds more than {@code capBytes}. It takes its first chunk at its first allocation.
     *
     * @param capBytes the most that {@link #reservedBytes()} may become, at least 1
     */
    public FrameArena(MemorySource source, long capBytes) {
        this.scopes = new ScopeStack(KIND, "its arena", "reset");
        this.arena = new FrameAccess(scopes, source, capBytes);
        this.accounting = new Accounting(scopes, arena.cursor());
    }

    /**
     * Opens a scope: what is allocated from now on dies when the scope closes.
     *
     * @return the scope, an object that this arena reuses; close it before any scope or mark that was opened earlier
     */
    public MemoryScope open() {
        return arena.open();
    }

    /**
     * Opens a mark: the cheap form of a scope.
     *
     * @return the mark, for {@link #release(long)}; never 0, never repeated
     */
    public long mark() {
        return arena.mark();
    }

    /**
     * Releases everything allocated since the mark, and ends the mark.
     *
     * @param mark from {@link #mark()}; the innermost open mark
     * @throws IllegalStateException if something later is still open, or the mark is not open here; nothing changes
     */
    public void release(long mark) {
        arena.release(mark);
    }

    /**
     * Ends a mark without releasing anything: what was allocated since now belongs to the surrounding scope, mark or
     * frame. Uses 24 bytes of Java heap until that ends.
     *
     * @param mark from {@link #mark()}; the innermost open mark
     * @throws IllegalStateException if something later is still open, or the mark is not open here; nothing changes
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

    /**
     * Ends the frame: copies what was promoted, releases everything, and starts the next epoch. The chunks are kept.
     *
     * @throws IllegalStateException if a scope, mark, phase or tag is still open, the arena is closed, or on the wrong
     *     thread; nothing changes. What a promotion target throws reaches the caller after the frame has ended
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

    /** {@return the phases and tags that this arena counts allocations for} */
    public FrameMeters meters() {
        return accounting.meters;
    }

    /** {@return the promotions of this arena} */
    public FramePromotions promotions() {
        return accounting.promotions;
    }

    /**
     * {@return the last frame that ended: what was allocated, promoted and refused, by phase and tag;
     * null if no frame has ended yet}
     */
    public Summary lastFrame() {
        scopes.requireOwner();
        return accounting.lastFrame();
    }

    /**
     * {@return the sums over all frames that have ended} Any thread; others than the arena's
     * may see old values.
     */
    public Totals totals() {
        return accounting.totals();
    }

    /**
     * Starts to keep the figures of the last frames. Replaces an earlier history.
     *
     * @param frames how many frames to keep, from 1 to 2^20
     * @return the history, empty at first
     */
    public FrameHistory keepHistory(int frames) {
        scopes.requireOpen();
        return accounting.keepHistory(frames);
    }

    /** {@return the number of the current frame, from 0: the number of resets so far} */
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

    /** {@return the most bytes allocated at once in this frame} */
    public long frameHighWaterBytes() {
        return accounting.meters.frameHighWaterBytes();
    }

    @Override
    public long highWaterBytes() {
        return arena.cursor().highWaterBytes();
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the arena belongs to a world, which closes it, or on the wrong thread
     */
    @Override
    public void close() {
        scopes.requireOwner();
        if (belongsToWorld) {
            throw new IllegalStateException("this frame arena belongs to a world, which closes it");
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

    /** The internal access to this arena. */
    private final class FrameAccess extends ArenaAccess {
        FrameAccess(ScopeStack scopes, MemorySource source, long capBytes) {
            super(KIND, scopes, source, capBytes);
        }

        @Override
        public void assignToWorld() {
            belongsToWorld = true;
        }

        @Override
        public boolean resetAll() {
            scopes.requireOpen();
            boolean nothingOpen = unwindAll() & accounting.meters.endAll();
            reset();
            return nothingOpen;
        }

        @Override
        public int promotions() {
            return accounting.promotions.requested();
        }

        @Override
        public boolean endPhase(Object phase, long mark, int promotionsBefore, boolean hasFailed) {
            scopes.requireOpen();
            boolean nothingOpen = unwindAbove(mark) & accounting.meters.endThrough((FrameMeter) phase);
            FramePromotions promotions = accounting.promotions;
            if (hasFailed) {
                promotions.withdraw(promotionsBefore);
            }
            if (!hasFailed && promotions.requested() > promotionsBefore) {
                keep(mark);
            } else {
                release(mark);
            }
            return nothingOpen;
        }
    }

    /**
     * The figures of a frame that has ended.
     *
     * @param epoch the number of the frame, from 0
     * @param frame the figures of the frame as a whole
     * @param unphasedBytes the bytes allocated while no phase was open
     * @param phases the figures of each phase, in order of creation
     * @param tags the figures of each tag, including the tags below it, in order of creation
     */
    public record Summary(
            long epoch,
            FrameMeter.Stats frame,
            long unphasedBytes,
            List<FrameMeter.Stats> phases,
            List<FrameMeter.Stats> tags) {}

    /**
     * The sums over all ended frames.
     *
     * @param frames the number of ended frames
     * @param allocatedBytes the bytes allocated
     * @param unphasedBytes the bytes allocated while no phase was open
     * @param promoted the number of promoted slices
     * @param refused the number of refused promotions
     * @param unclaimed the number of promoted copies that were not claimed in the next frame
     */
    public record Totals(
            long frames, long allocatedBytes, long unphasedBytes, long promoted, long refused, long unclaimed) {}

    /** Counts what each frame of a {@link FrameArena} allocates, promotes and discards. */
    static final class Accounting {
        /** The name of the figures of a whole frame. */
        static final String WHOLE_FRAME = "frame";

        private final ScopeStack scopes;
        private final BumpCursor cursor;
        private final FrameMeters meters;
        private final FramePromotions promotions;
        private final FrameMeter.Count frame = new FrameMeter.Count();
        private final FrameMeter.Count last = new FrameMeter.Count();
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

        Accounting(ScopeStack scopes, BumpCursor cursor) {
            this.scopes = scopes;
            this.cursor = cursor;
            meters = new FrameMeters(scopes, cursor, frame);
            promotions = new FramePromotions(scopes, meters);
            startEvent();
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
            Throwable failure = promotions.settle(frame);
            meters.startSpan();
            frame.allocated(cursor.allocatedBytes() - bytesAtStart, cursor.allocations() - allocationsAtStart);
            lastUnphasedBytes = frame.allocatedBytes - meters.endFrame();
            allAllocatedBytes += frame.allocatedBytes;
            allUnphasedBytes += lastUnphasedBytes;
            allPromoted += frame.promoted;
            allRefused += frame.refused;
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
                    scopes.epoch() - 1,
                    last.stats(WHOLE_FRAME),
                    lastUnphasedBytes,
                    meters.phaseStats(),
                    meters.tagStats());
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

            void commit(long number, FrameMeter.Count count) {
                frame = number;
                allocatedBytes = count.allocatedBytes;
                allocations = count.allocations;
                highWaterBytes = count.highWaterBytes;
                promotedBytes = count.promotedBytes;
                refused = count.refused;
                commit();
            }
        }
    }
}
