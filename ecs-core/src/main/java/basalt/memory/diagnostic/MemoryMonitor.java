package basalt.memory.diagnostic;

import basalt.check.Strict;
import basalt.memory.MemorySource;
import basalt.memory.chunk.AllocatorName;
import basalt.memory.frame.FrameArena;
import basalt.memory.heap.Heap;
import basalt.memory.pool.PoolAllocator;
import basalt.memory.streaming.StreamingArena;
import basalt.memory.tracking.MemoryPressure;
import basalt.memory.tracking.MemoryTracker;
import basalt.memory.tracking.PressureListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Looks at how allocators are used, and reports misuse that costs time or memory: {@link MemoryDiagnostic} lists them.
 *
 * <pre>{@code
 * MemoryMonitor monitor = new MemoryMonitor(report -> log.warn(report.toString()));
 * monitor.watch("world", world.frame());
 * monitor.watch("bullets", pool);
 * tracker.onPressure(monitor);
 * ...
 * monitor.endFrame();                            // once a frame
 * ...
 * monitor.checkLeaks("all", tracker.root());     // when everything is closed
 * }</pre>
 *
 * <p>Misuse is reported once, when it has gone on for long enough, and again if it has stopped meanwhile. A single
 * event, such as a refused promotion, is reported each time. In strict mode the first report of a frame is thrown.
 *
 * <p>Watching costs next to nothing: most figures are there anyway and are compared once a frame; only a watched pool
 * keeps an age for each block. Confined to the thread that created it, which owns what is watched; only pressure may
 * come from any thread.
 */
public final class MemoryMonitor implements PressureListener {
    private final DiagnosticListener listener;
    private final MonitorLimits limits;
    private final boolean strict;
    private final Thread owner = Thread.currentThread();
    private final List<AllocatorWatch> watches = new ArrayList<>();
    private final AtomicLongArray counts = new AtomicLongArray(MemoryDiagnostic.values().length);
    private DiagnosticReport first;

    /**
     * A monitor with the usual limits; strict if the library is.
     *
     * @param listener is told
     * @throws IllegalArgumentException if there is no listener
     */
    public MemoryMonitor(DiagnosticListener listener) {
        this(listener, MonitorLimits.DEFAULT, Strict.ON);
    }

    /**
     * A monitor.
     *
     * @param listener is told; by several threads at once, if several meet pressure
     * @param limits from when on
     * @param strict whether findings are also thrown, as {@link MemoryDiagnosticException}
     * @throws IllegalArgumentException if there is no listener, or there are no limits
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
     * Looks at a frame arena from now on.
     *
     * @param name what to call it in reports
     * @param arena the arena, of this thread
     * @return this
     * @throws IllegalArgumentException if the name is blank, or there is no arena
     * @throws IllegalStateException on a wrong thread
     */
    public MemoryMonitor watch(String name, FrameArena arena) {
        require(name, arena);
        return add(new FrameWatch(this, name, arena, limits));
    }

    /**
     * Looks at a pool from now on.
     *
     * @param name what to call it in reports
     * @param pool the pool, of this thread
     * @return this
     * @throws IllegalArgumentException if the name is blank, or there is no pool
     * @throws IllegalStateException on a wrong thread, or if the pool is closed
     */
    public MemoryMonitor watch(String name, PoolAllocator pool) {
        require(name, pool);
        return add(new PoolWatch(this, name, pool, limits));
    }

    /**
     * Looks at a heap from now on.
     *
     * @param name what to call it in reports
     * @param heap the heap, of this thread
     * @return this
     * @throws IllegalArgumentException if the name is blank, or there is no heap
     * @throws IllegalStateException on a wrong thread
     */
    public MemoryMonitor watch(String name, Heap heap) {
        require(name, heap);
        return add(new HeapWatch(this, name, heap, limits));
    }

    /**
     * Looks at a streaming arena from now on.
     *
     * @param name what to call it in reports
     * @param arena the arena
     * @return this
     * @throws IllegalArgumentException if the name is blank, or there is no arena
     * @throws IllegalStateException on a wrong thread
     */
    public MemoryMonitor watch(String name, StreamingArena arena) {
        require(name, arena);
        return add(new StreamingWatch(this, name, arena, limits));
    }

    private void require(String name, Object watched) {
        requireOwner();
        AllocatorName.require(name);
        if (watched == null) {
            throw new IllegalArgumentException("there is nothing to watch: name=" + name);
        }
    }

    private MemoryMonitor add(AllocatorWatch watch) {
        watches.add(watch);
        return this;
    }

    /**
     * Looks at everything that is watched. Call it once a frame, where that ends.
     *
     * @throws MemoryDiagnosticException in strict mode, with the first finding of this frame; all of them have been
     *     told then
     * @throws IllegalStateException on a wrong thread. What the listener throws reaches the caller, after all have been
     *     looked at
     */
    public void endFrame() {
        requireOwner();
        first = null;
        RuntimeException failure = null;
        for (int i = 0; i < watches.size(); i++) {
            try {
                watches.get(i).endFrame();
            } catch (RuntimeException e) { // of the listener: the other watches have a frame to end, too
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
        throwFirst();
    }

    /**
     * Tells if something is still allocated. Call it when all that use the source are done.
     *
     * @param name what to call it in the report
     * @param source a tag, or any other source that counts
     * @throws MemoryDiagnosticException in strict mode, if something is
     * @throws IllegalStateException on a wrong thread
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
     * Hears of budgets: give this monitor to {@link MemoryTracker#onPressure}. Any thread.
     *
     * @throws MemoryDiagnosticException in strict mode, where a budget is crossed without denying the request; it fails
     *     then
     */
    @Override
    public void onPressure(MemoryPressure pressure) {
        if (pressure == null) {
            throw new IllegalArgumentException("pressure must not be null: a tracker tells what it is");
        }
        DiagnosticReport report = new DiagnosticReport(
                pressure.hard() ? MemoryDiagnostic.HARD_BUDGET_REACHED : MemoryDiagnostic.SOFT_BUDGET_CROSSED,
                pressure.path().isEmpty() ? "all tags" : "tag " + pressure.path(),
                "requestedBytes=" + pressure.requestedBytes() + ", allocatedBytes=" + pressure.allocatedBytes()
                        + ", limitBytes=" + pressure.limitBytes());
        tell(report);
        if (strict && !pressure.denied()) { // a denied caller gets an exception anyway, or can do without
            throw new MemoryDiagnosticException(report);
        }
    }

    /**
     * How often something was found. Any thread.
     *
     * @param diagnostic what
     * @return the number of reports
     */
    public long count(MemoryDiagnostic diagnostic) {
        if (diagnostic == null) {
            throw new IllegalArgumentException("diagnostic must not be null: which one to count");
        }
        return counts.get(diagnostic.ordinal());
    }

    @Override
    public String toString() {
        return "MemoryMonitor[watches=" + watches.size() + ", strict=" + strict + ", counts=" + counts + "]";
    }

    void report(DiagnosticReport report) {
        tell(report);
        if (first == null) {
            first = report;
        }
    }

    private void tell(DiagnosticReport report) {
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
                    + ": give each thread a monitor of its own");
        }
    }
}
