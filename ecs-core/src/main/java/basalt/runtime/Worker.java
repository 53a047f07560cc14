package basalt.runtime;

import basalt.component.Component;
import basalt.match.ChangeFilter;
import basalt.match.MatchedRows;
import basalt.memory.MemorySource;
import basalt.memory.frame.FrameArena;
import basalt.memory.frame.FrameMeter;
import basalt.storage.access.AccessCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.List;
import java.util.function.Consumer;

/**
 * One worker of a schedule: the context of a thread that runs a system, with its own frame arena and recorder.
 * Different threads can use a worker, one at a time, from {@link #enter} to {@link #leave}, for one system whose
 * declarations apply. Recorded commands stay until they are played back or discarded.
 */
public final class Worker extends IterationContext implements AutoCloseable {
    private final WorkerAccess access;
    private final Consumer<Worker> whenClosed;
    private boolean isUsed;
    private long mark;
    private FrameMeter phase;
    private int promotions;
    private long rows;

    /** The components that the running piece of a kernel may write, and the conditions of its query on changes. */
    private List<Component<?>> written = List.of();

    private ChangeFilter writer;

    /** A worker of a world. Allocates nothing yet. */
    Worker(Store store, MemorySource source, long arenaCapBytes, Consumer<Worker> whenClosed) {
        this(store, source, arenaCapBytes, whenClosed, new WorkerAccess());
    }

    private Worker(
            Store store, MemorySource source, long arenaCapBytes, Consumer<Worker> whenClosed, WorkerAccess access) {
        super(store, new FrameArena(source, arenaCapBytes), new FrameArena(source, arenaCapBytes), access, source);
        this.access = access;
        this.whenClosed = whenClosed;
    }

    /**
     * The calling thread becomes the worker, to run a system. The arena may hold promoted data of earlier systems of
     * the tick.
     */
    public void enter(AccessCheck declared) {
        beginPhase(declared.system());
        access.enter(declared);
        queue().begin();
        startCounting();
    }

    private void beginPhase(String system) {
        arena().moveToCurrentThread();
        tickAccess().moveToCurrentThread();
        isUsed = true;
        phase = null;
        mark = arena().mark();
        promotions = arena().promotions();
        phase = frame().meters().phase(system).begin();
    }

    /**
     * Lends this worker's frame arena to an exclusive system, which runs on the world's thread with the owner's
     * context.
     */
    void lendArena(String system) {
        beginPhase(system);
    }

    /** Ends the use of the arena by an exclusive system. If the system has failed, its promotions are dropped. */
    boolean takeArenaBack(long rowsOfSystem, boolean hasFailed) {
        rows = rowsOfSystem;
        return arena().endPhase(phase, mark, promotions, hasFailed);
    }

    /**
     * The calling thread stops being the worker. The system's allocations in the arena are released, or, if it has
     * promoted some of them and has not failed, kept until the tick ends. Returns false if the system has left open a
     * cursor, or a scope, mark, phase or tag of the arena; it is closed now.
     */
    public boolean leave(boolean hasFailed) {
        access.check();
        boolean noCursor = endAll();
        rows = stopCounting();
        access.leave();
        return arena().endPhase(phase, mark, promotions, hasFailed) && noCursor;
    }

    /** The peak use of the arena by the system that has just ended. Returns bytes; 0 if the system could not start. */
    public long arenaBytes() {
        return phase == null ? 0 : phase.frameHighWaterBytes();
    }

    /**
     * The number of rows that the kernels, loops and cursors of the system that has just ended ran over. If the system
     * is a kernel, that kernel is not counted.
     */
    public long rows() {
        return rows;
    }

    /** Bytes reserved for arenas and commands. */
    long reservedBytes() {
        return frame().reservedBytes() + tickArena().reservedBytes() + queue().reservedBytes();
    }

    /**
     * Ends the tick for this worker: promoted data is copied to its targets, and all memory of the arenas is released.
     * For the world's thread. An exception of a promotion's target reaches the caller.
     */
    public void endTick() {
        arena().moveToCurrentThread();
        tickAccess().moveToCurrentThread();
        if (isUsed) {
            isUsed = false;
            tickAccess().resetAll();
            arena().resetAll();
        }
    }

    /** Discards the commands that were not applied, and releases all memory. No thread may be the worker now. */
    @Override
    public void close() {
        whenClosed.accept(this);
        if (!store().isClosed()) {
            queue().forget(0);
        }
        closeMemory();
        arena().moveToCurrentThread();
        arena().close();
    }

    WorkerAccess access() {
        return access;
    }

    @Override
    public void checkThread() {
        access.check();
    }

    /**
     * Called when a piece of a kernel begins, with the components that it may write; and when it has ended, with none.
     */
    void writes(List<Component<?>> components, ChangeFilter own) {
        written = components;
        writer = own;
    }

    @Override
    public boolean mayStillWrite(int id, ChangeFilter own) {
        return super.mayStillWrite(id, own) || MatchedRows.isWriting(written, writer, id, own);
    }

    /** Does nothing: the schedule plays the commands back. */
    @Override
    void settleOutermost(long recordedBefore) {}

    /**
     * The run of an exclusive system or a run condition on the world's thread. A system uses the frame arena of the
     * first worker, a condition that of the world. At the end, open iterations and scopes are closed and the memory is
     * released. Reused.
     *
     * <p>For the world's thread.
     */
    public static final class ExclusiveRun {
        private final WorldRuntime runtime;
        private final Worker worker;
        private boolean isSystem;
        private long mark;

        /** The exclusive system that was running before: this schedule ticks inside of it. */
        private AccessCheck outer;

        /** Creates an object that is not running. */
        public ExclusiveRun(WorldRuntime runtime, Worker worker) {
            this.runtime = runtime;
            this.worker = worker;
        }

        public void begin(AccessCheck system) {
            begin();
            runtime.store().exclusive(system);
            worker.lendArena(system.system());
            runtime.allWorkers().borrowFrom(worker);
            runtime.owner().startCounting();
            isSystem = true;
        }

        /** Begins the evaluation of a condition. */
        public void begin() {
            isSystem = false;
            outer = runtime.store().exclusive();
            mark = runtime.owner().arena().mark();
        }

        /**
         * Ends the run. Returns false if the body has left open a cursor, or a scope or mark of a frame arena; it is
         * closed now.
         */
        public boolean end(boolean hasFailed) {
            runtime.store().exclusive(outer);
            boolean noCursor = runtime.owner().endAll();
            boolean isTidy = true;
            try {
                isTidy = !isSystem || endSystem(hasFailed);
            } finally {
                isTidy &= runtime.owner().arena().unwind(mark);
            }
            return isTidy && noCursor;
        }

        private boolean endSystem(boolean hasFailed) {
            runtime.allWorkers().borrowFrom(null);
            return worker.takeArenaBack(runtime.owner().stopCounting(), hasFailed);
        }
    }
}
