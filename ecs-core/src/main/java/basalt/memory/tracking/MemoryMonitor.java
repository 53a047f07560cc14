package basalt.memory.tracking;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.block.BackingMemory;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * Checks how allocators are used, and how the rows of queries lie in memory, and reports what costs time or memory;
 * {@link MemoryDiagnostic} lists the kinds.
 *
 * <pre>{@code
 * MemoryMonitor monitor = new MemoryMonitor(report -> log.warn(report.toString()));
 * monitor.watch("world", world.frame());
 * monitor.watch("bullets", pool);
 * monitor.watch(new WorldMonitor("game", world)); // from basalt.world
 * tracker.onPressure(monitor::onPressure);
 * ...
 * monitor.endFrame();                            // once a frame
 * ...
 * monitor.checkLeaks("all", tracker.root());     // when everything is closed
 * }</pre>
 *
 * <p>Continuing misuse is reported once, after a number of frames, and again if it stopped in between. A single event,
 * such as a refused promotion, is reported each time. In strict mode the first finding of a frame is also thrown.
 *
 * <p>Watching is cheap: existing figures are compared once a frame; only a watched pool also stores an age for each
 * block. Confined to the thread that created it and that owns the watched allocators; only {@link #onPressure} may be
 * called by any thread.
 */
public final class MemoryMonitor {
    private final Consumer<MemoryDiagnostic.Report> listener;
    private final Limits limits;
    private final boolean strict;
    private final Thread owner = Thread.currentThread();
    private final List<FrameCheck> checks = new ArrayList<>();
    private final Consumer<MemoryDiagnostic.Report> findings = this::report;
    private final AtomicLongArray counts = new AtomicLongArray(MemoryDiagnostic.values().length);
    private MemoryDiagnostic.Report first;

    /** Creates a monitor with default limits. It is strict if the library is in strict mode. */
    public MemoryMonitor(Consumer<MemoryDiagnostic.Report> listener) {
        this(listener, Limits.DEFAULT, Strict.ON);
    }

    /**
     * Creates a monitor.
     *
     * @param listener receives the findings; by several threads at once, if several meet pressure
     * @param strict whether findings are also thrown, as {@link DiagnosticException}
     */
    public MemoryMonitor(Consumer<MemoryDiagnostic.Report> listener, Limits limits, boolean strict) {
        if (listener == null || limits == null) {
            throw new IllegalArgumentException(
                    "a monitor needs a listener and limits: listener=" + listener + ", limits=" + limits);
        }
        this.listener = listener;
        this.limits = limits;
        this.strict = strict;
    }

    /** Starts to watch a frame arena. There are overloads for the other kinds of allocators. */
    public MemoryMonitor watch(String name, FrameArena arena) {
        require(name, arena);
        return add(new ArenaCheck(name, arena));
    }

    /** Starts to watch a pool; see {@link #watch(String, FrameArena)}. */
    public MemoryMonitor watch(String name, PoolAllocator pool) {
        require(name, pool);
        pool.startFrame();
        add(pool::startFrame);
        int frames = limits.steadyFrames();
        return add(new Growth(
                name,
                MemoryDiagnostic.FREED_IN_SAME_FRAME,
                "frees",
                pool::shortLivedFrees,
                limits.shortLivedFrees(),
                frames));
    }

    /** Starts to watch a heap; see {@link #watch(String, FrameArena)}. */
    public MemoryMonitor watch(String name, Heap heap) {
        require(name, heap);
        int frames = limits.steadyFrames();
        add(new Growth(
                name,
                MemoryDiagnostic.HEAP_ON_HOT_PATH,
                "allocations",
                heap::allocations,
                limits.heapAllocations(),
                frames));
        Steady fragmented = new Steady(frames);
        return add(() -> {
            if (fragmented.isDue(heap.fragmentation() > limits.fragmentation())) {
                report(
                        MemoryDiagnostic.HEAP_FRAGMENTED,
                        name,
                        "fragmentation=" + heap.fragmentation() + ", freeBytes=" + heap.freeBytes()
                                + ", largestFreeBytes=" + heap.largestFreeBytes());
            }
        });
    }

    /** Starts to watch a streaming arena; see {@link #watch(String, FrameArena)}. */
    public MemoryMonitor watch(String name, StreamingArena arena) {
        require(name, arena);
        return add(new Growth(
                name,
                MemoryDiagnostic.STREAMING_THRASH,
                "evictions",
                () -> arena.snapshot().evictions(),
                limits.evictions(),
                limits.steadyFrames()));
    }

    private void require(String name, Object watched) {
        requireOwner();
        BackingMemory.requireName(name);
        if (watched == null) {
            throw new IllegalArgumentException("the allocator to watch must not be null: name=" + name);
        }
    }

    private MemoryMonitor add(Runnable check) {
        checks.add((unused, listener) -> check.run());
        return this;
    }

    /** Adds a check to those that {@link #endFrame} makes, such as a {@code WorldMonitor}. */
    public MemoryMonitor watch(FrameCheck check) {
        requireOwner();
        if (check == null) {
            throw new IllegalArgumentException("the check must not be null");
        }
        checks.add(check);
        return this;
    }

    /**
     * Checks all that is watched. Call it once at the end of each frame.
     *
     * @throws DiagnosticException in strict mode, with the first finding of this frame, after all have been
     *     reported
     * @throws IllegalStateException on the wrong thread. What the listener throws reaches the caller after all
     *     was checked
     */
    public void endFrame() {
        requireOwner();
        first = null;
        RuntimeException failure = null;
        for (int i = 0; i < checks.size(); i++) {
            try {
                checks.get(i).endFrame(limits, findings);
            } catch (RuntimeException e) { // from the listener; the other checks must end the frame too
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        throwFirst();
    }

    /**
     * Reports memory that is still allocated. Call it when all memory of the source should have been freed.
     *
     * @param name the name of the source in the report
     * @param source the source, such as a tag
     * @throws DiagnosticException in strict mode, if memory is still allocated
     */
    public void checkLeaks(String name, MemorySource source) {
        require(name, source);
        first = null;
        if (source.allocatedBytes() > 0) {
            report(MemoryDiagnostic.LEAKED, name, "allocatedBytes=" + source.allocatedBytes());
        }
        throwFirst();
    }

    /**
     * Reports budget pressure: pass it to {@link MemoryTracker#onPressure}. Any thread.
     *
     * @param pressure the limit and the request
     * @throws DiagnosticException in strict mode, if a budget is crossed by a request that was not denied; the
     *     request fails then
     */
    public void onPressure(MemoryTracker.Pressure pressure) {
        if (pressure == null) {
            throw new IllegalArgumentException("pressure must not be null");
        }
        MemoryDiagnostic.Report report = new MemoryDiagnostic.Report(
                pressure.hard() ? MemoryDiagnostic.HARD_BUDGET_REACHED : MemoryDiagnostic.SOFT_BUDGET_CROSSED,
                pressure.path().isEmpty() ? "all tags" : "tag " + pressure.path(),
                "requestedBytes=" + pressure.requestedBytes() + ", allocatedBytes=" + pressure.allocatedBytes()
                        + ", limitBytes=" + pressure.limitBytes());
        deliver(report);
        if (strict && !pressure.denied()) { // a denied request already throws, or its caller handles the denial
            throw new DiagnosticException(report);
        }
    }

    /**
     * The number of reports of a kind. Any thread.
     *
     * @return the number of reports
     */
    public long count(MemoryDiagnostic diagnostic) {
        if (diagnostic == null) {
            throw new IllegalArgumentException("diagnostic must not be null");
        }
        return counts.get(diagnostic.ordinal());
    }

    /** A check that a monitor makes at the end of each frame, such as that of a world's queries. */
    @FunctionalInterface
    public interface FrameCheck {
        /**
         * Called at the end of each frame, by the monitor's thread.
         *
         * @param limits the limits of the monitor
         */
        void endFrame(Limits limits, Consumer<MemoryDiagnostic.Report> findings);
    }

    private void report(MemoryDiagnostic diagnostic, String subject, String detail) {
        report(new MemoryDiagnostic.Report(diagnostic, subject, detail));
    }

    private void report(MemoryDiagnostic.Report report) {
        deliver(report);
        if (first == null) {
            first = report;
        }
    }

    private void deliver(MemoryDiagnostic.Report report) {
        counts.incrementAndGet(report.diagnostic().ordinal());
        DiagnosticEvent.commit(report);
        listener.accept(report);
    }

    private void throwFirst() {
        if (strict && first != null) {
            throw new DiagnosticException(first);
        }
    }

    private void requireOwner() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("memory monitor used by thread "
                    + Thread.currentThread().getName() + " but created by thread " + owner.getName()
                    + ": give each thread its own monitor");
        }
    }

    /**
     * Detects a pattern of use that is a problem only if it continues for a number of frames. It is due once, and again
     * after it has stopped.
     */
    private static final class Steady {
        private final int steadyFrames;
        private int frames;

        Steady(int steadyFrames) {
            this.steadyFrames = steadyFrames;
        }

        /** Counts a frame; returns true if exactly {@code steadyFrames} in a row have had the misuse. */
        boolean isDue(boolean occurs) {
            frames = occurs ? Math.min(frames, steadyFrames) + 1 : 0;
            return frames == steadyFrames;
        }
    }

    /** Reports that a counter has grown by more than a limit in each of several frames. */
    private final class Growth implements Runnable {
        private final String name;
        private final MemoryDiagnostic diagnostic;
        private final String what;
        private final LongSupplier counter;
        private final long limit;
        private final Steady steady;
        private long before;

        Growth(String name, MemoryDiagnostic diagnostic, String what, LongSupplier counter, long limit, int frames) {
            this.name = name;
            this.diagnostic = diagnostic;
            this.what = what;
            this.counter = counter;
            this.limit = limit;
            this.steady = new Steady(frames);
            this.before = counter.getAsLong();
        }

        @Override
        public void run() {
            long grown = next();
            if (steady.isDue(grown > limit)) {
                report(diagnostic, name, what + "=" + grown + " in a frame, limit=" + limit);
            }
        }

        /** The growth since the last call. */
        long next() {
            long now = counter.getAsLong();
            long grown = now - before;
            before = now; // before the listener is called, which may throw
            return grown;
        }
    }

    private final class ArenaCheck implements Runnable {
        private final String name;
        private final FrameArena arena;
        private final Steady outside = new Steady(1);
        private final Steady held = new Steady(limits.heldFrames());
        private final Steady churn = new Steady(limits.steadyFrames());
        private FrameArena.Totals before;

        ArenaCheck(String name, FrameArena arena) {
            this.name = name;
            this.arena = arena;
            before = arena.totals();
        }

        @Override
        public void run() {
            FrameArena.Totals totals = arena.totals();
            FrameArena.Totals last = before;
            before = totals; // before the listener is called, which may throw
            boolean ended = totals.frames() != last.frames();
            long unphased = totals.unphasedBytes() - last.unphasedBytes();
            if (ended && outside.isDue(unphased > 0 && arena.meters().hasPhases())) {
                report(MemoryDiagnostic.ALLOCATED_OUTSIDE_FRAME, name, "bytes=" + unphased);
            }
            if (held.isDue(!ended && arena.usedBytes() > 0)) {
                report(
                        MemoryDiagnostic.HELD_TOO_LONG,
                        name,
                        "frames=" + limits.heldFrames() + ", usedBytes=" + arena.usedBytes());
            }
            reportPromotions(totals, last);
        }

        private void reportPromotions(FrameArena.Totals totals, FrameArena.Totals last) {
            long promoted = totals.promoted() - last.promoted();
            if (churn.isDue(promoted > limits.promotions())) {
                report(
                        MemoryDiagnostic.PROMOTION_CHURN,
                        name,
                        "promotions=" + promoted + " in a frame, limit=" + limits.promotions());
            }
            if (totals.refused() > last.refused()) {
                report(MemoryDiagnostic.PROMOTION_REFUSED, name, "slices=" + (totals.refused() - last.refused()));
            }
            if (totals.unclaimed() > last.unclaimed()) {
                report(MemoryDiagnostic.PROMOTION_UNCLAIMED, name, "slices=" + (totals.unclaimed() - last.unclaimed()));
            }
        }
    }

    /** A finding of a monitor, for JDK Flight Recorder. */
    @Name("basalt.Diagnostic")
    @Label("Diagnostic")
    @Category({"Basalt", "Memory"})
    static final class DiagnosticEvent extends Event {
        @Label("Code")
        private String code;

        @Label("Diagnostic")
        private String diagnostic;

        @Label("Subject")
        private String subject;

        @Label("Detail")
        private String detail;

        static void commit(MemoryDiagnostic.Report report) {
            DiagnosticEvent event = new DiagnosticEvent();
            if (event.shouldCommit()) {
                event.code = report.diagnostic().code();
                event.diagnostic = report.diagnostic().name();
                event.subject = report.subject();
                event.detail = report.detail();
                event.commit();
            }
        }
    }

    /**
     * The limits above which a {@link MemoryMonitor} reports. A frame ends with a call of {@link
     * MemoryMonitor#endFrame()}.
     *
     * @param heldFrames the number of frames for which a frame arena may hold memory without a reset
     * @param steadyFrames the number of consecutive frames after which continuing misuse is reported
     * @param shortLivedFrees the number of blocks of a pool that may be freed per frame in the frame of their
     *     allocation
     * @param promotions the number of slices that may be promoted per frame
     * @param heapAllocations the number of blocks that may be allocated from a heap per frame
     * @param evictions the number of entries that may be evicted from a streaming arena per frame
     * @param fragmentation the largest accepted fragmentation of a heap, from 0 to 1
     * @param scatteredRows the number of rows that must match a query before it is reported as scattered
     * @param rowsPerWord the smallest accepted mean number of matching rows in the words of 64 rows that have one, from
     *     0 to 64
     */
    public record Limits(
            int heldFrames,
            int steadyFrames,
            long shortLivedFrees,
            long promotions,
            long heapAllocations,
            long evictions,
            double fragmentation,
            int scatteredRows,
            double rowsPerWord) {

        /** The default limits. */
        public static final Limits DEFAULT = new Limits(600, 30, 64, 64, 256, 16, 0.75, 10_000, 16);

        /** Creates limits. */
        public Limits {
            if (heldFrames <= 0 || steadyFrames <= 0) {
                throw new IllegalArgumentException("heldFrames and steadyFrames must be > 0: heldFrames=" + heldFrames
                        + ", steadyFrames=" + steadyFrames);
            }
            if (shortLivedFrees < 0 || promotions < 0 || heapAllocations < 0 || evictions < 0 || scatteredRows < 0) {
                throw new IllegalArgumentException("limits must be >= 0: shortLivedFrees=" + shortLivedFrees
                        + ", promotions=" + promotions
                        + ", heapAllocations=" + heapAllocations + ", evictions=" + evictions + ", scatteredRows="
                        + scatteredRows);
            }
            if (!(fragmentation >= 0 && fragmentation <= 1)) {
                throw new IllegalArgumentException("fragmentation must be from 0 to 1: fragmentation=" + fragmentation);
            }
            if (!(rowsPerWord >= 0 && rowsPerWord <= 64)) {
                throw new IllegalArgumentException("rowsPerWord must be from 0 to 64: rowsPerWord=" + rowsPerWord);
            }
        }
    }

    /** Thrown by a {@link MemoryMonitor} in strict mode for a finding. */
    public static final class DiagnosticException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        /** The finding. */
        private final transient MemoryDiagnostic.Report report;

        DiagnosticException(MemoryDiagnostic.Report report) {
            super(report.toString());
            this.report = report;
        }

        /** {@return the finding; null after serialisation} */
        public MemoryDiagnostic.Report report() {
            return report;
        }
    }
}
