package basalt.memory.tracking;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.block.AllocatorName;
import basalt.memory.frame.FrameArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Checks how allocators are used, and how the rows of queries lie in memory, and reports what costs time or memory;
 * {@link MemoryDiagnostic} lists the kinds.
 *
 * <pre>{@code
 * MemoryMonitor monitor = new MemoryMonitor(report -> log.warn(report.toString()));
 * monitor.watch("world", world.frame());
 * monitor.watch("bullets", pool);
 * monitor.watch(new WorldMonitor("game", world)); // from basalt.world
 * tracker.onPressure(monitor);
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
public final class MemoryMonitor implements PressureListener {
    private final DiagnosticListener listener;
    private final MonitorLimits limits;
    private final boolean strict;
    private final Thread owner = Thread.currentThread();
    private final List<FrameCheck> checks = new ArrayList<>();
    private final DiagnosticListener findings = this::report;
    private final AtomicLongArray counts = new AtomicLongArray(MemoryDiagnostic.values().length);
    private DiagnosticReport first;

    /**
     * Creates a monitor with default limits. It is strict if the library is in strict mode.
     *
     * @param listener receives the findings
     * @throws IllegalArgumentException if the listener is null
     */
    public MemoryMonitor(DiagnosticListener listener) {
        this(listener, MonitorLimits.DEFAULT, Strict.ON);
    }

    /**
     * Creates a monitor.
     *
     * @param listener receives the findings; by several threads at once, if several meet pressure
     * @param limits the limits for reports
     * @param strict whether findings are also thrown, as {@link MemoryDiagnosticException}
     * @throws IllegalArgumentException if an argument is null
     */
    public MemoryMonitor(DiagnosticListener listener, MonitorLimits limits, boolean strict) {
        if (listener == null || limits == null) {
            throw new IllegalArgumentException(
                    "a monitor needs a listener and limits: listener=" + listener + ", limits=" + limits);
        }
        this.listener = listener;
        this.limits = limits;
        this.strict = strict;
    }

    /**
     * Starts to watch a frame arena.
     *
     * @param name its name in reports
     * @param arena the arena, owned by this thread
     * @return this
     * @throws IllegalArgumentException if the name is null or blank, or the arena is null
     * @throws IllegalStateException on the wrong thread
     */
    public MemoryMonitor watch(String name, FrameArena arena) {
        require(name, arena);
        return add(new FrameArenaMonitor(this, name, arena, limits));
    }

    /**
     * Starts to watch a pool.
     *
     * @param name its name in reports
     * @param pool the pool, owned by this thread
     * @return this
     * @throws IllegalArgumentException if the name is null or blank, or the pool is null
     * @throws IllegalStateException on the wrong thread, or if the pool is closed
     */
    public MemoryMonitor watch(String name, PoolAllocator pool) {
        require(name, pool);
        return add(new PoolMonitor(this, name, pool, limits));
    }

    /**
     * Starts to watch a heap.
     *
     * @param name its name in reports
     * @param heap the heap, owned by this thread
     * @return this
     * @throws IllegalArgumentException if the name is null or blank, or the heap is null
     * @throws IllegalStateException on the wrong thread
     */
    public MemoryMonitor watch(String name, Heap heap) {
        require(name, heap);
        return add(new HeapMonitor(this, name, heap, limits));
    }

    /**
     * Starts to watch a streaming arena.
     *
     * @param name its name in reports
     * @param arena the arena
     * @return this
     * @throws IllegalArgumentException if the name is null or blank, or the arena is null
     * @throws IllegalStateException on the wrong thread
     */
    public MemoryMonitor watch(String name, StreamingArena arena) {
        require(name, arena);
        return add(new StreamingMonitor(this, name, arena, limits));
    }

    private void require(String name, Object watched) {
        requireOwner();
        AllocatorName.require(name);
        if (watched == null) {
            throw new IllegalArgumentException("the allocator to watch must not be null: name=" + name);
        }
    }

    private MemoryMonitor add(AllocatorMonitor monitor) {
        return watch((unused, listener) -> monitor.endFrame());
    }

    /**
     * Adds a check to those that {@link #endFrame} makes, such as a {@code WorldMonitor}.
     *
     * @param check the check
     * @return this
     * @throws IllegalArgumentException if the check is null
     * @throws IllegalStateException on the wrong thread
     */
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
     * @throws MemoryDiagnosticException in strict mode, with the first finding of this frame, after all have been
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
     * @throws MemoryDiagnosticException in strict mode, if memory is still allocated
     * @throws IllegalStateException on the wrong thread
     */
    public void checkLeaks(String name, MemorySource source) {
        require(name, source);
        first = null;
        if (source.allocatedBytes() > 0) {
            report(new DiagnosticReport(MemoryDiagnostic.LEAKED, name, "allocatedBytes=" + source.allocatedBytes()));
        }
        throwFirst();
    }

    /**
     * Reports budget pressure. Pass this monitor to {@link MemoryTracker#onPressure}. Any thread.
     *
     * @throws MemoryDiagnosticException in strict mode, if a budget is crossed by a request that was not denied; the
     *     request fails then
     */
    @Override
    public void onPressure(MemoryPressure pressure) {
        if (pressure == null) {
            throw new IllegalArgumentException("pressure must not be null");
        }
        DiagnosticReport report = new DiagnosticReport(
                pressure.hard() ? MemoryDiagnostic.HARD_BUDGET_REACHED : MemoryDiagnostic.SOFT_BUDGET_CROSSED,
                pressure.path().isEmpty() ? "all tags" : "tag " + pressure.path(),
                "requestedBytes=" + pressure.requestedBytes() + ", allocatedBytes=" + pressure.allocatedBytes()
                        + ", limitBytes=" + pressure.limitBytes());
        deliver(report);
        if (strict && !pressure.denied()) { // a denied request already throws, or its caller handles the denial
            throw new MemoryDiagnosticException(report);
        }
    }

    /**
     * The number of reports of a kind. Any thread.
     *
     * @param diagnostic the kind
     * @return the number of reports
     */
    public long count(MemoryDiagnostic diagnostic) {
        if (diagnostic == null) {
            throw new IllegalArgumentException("diagnostic must not be null");
        }
        return counts.get(diagnostic.ordinal());
    }

    @Override
    public String toString() {
        return "MemoryMonitor[watched=" + checks.size() + ", strict=" + strict + ", counts=" + counts + "]";
    }

    void report(DiagnosticReport report) {
        deliver(report);
        if (first == null) {
            first = report;
        }
    }

    private void deliver(DiagnosticReport report) {
        counts.incrementAndGet(report.diagnostic().ordinal());
        DiagnosticEvent.commit(report);
        listener.onDiagnostic(report);
    }

    private void throwFirst() {
        if (strict && first != null) {
            throw new MemoryDiagnosticException(first);
        }
    }

    private void requireOwner() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("memory monitor used by thread "
                    + Thread.currentThread().getName() + " but created by thread " + owner.getName()
                    + ": give each thread its own monitor");
        }
    }
}
