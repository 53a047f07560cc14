package basalt.runtime;

import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.match.BuiltFilters;
import basalt.match.Filter;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.storage.BlockPool.ReclaimedMemory;
import basalt.storage.access.Store;
import basalt.storage.access.UserMemory;
import basalt.storage.access.WorkerAccess;
import java.util.List;

/**
 * The runtime of a world: its rows, the context of its own thread, and the workers of its schedules. For the world's
 * thread; methods whose names begin with "current" also for workers that run systems.
 */
public final class WorldRuntime {
    private static final Worker[] NONE = {};

    private final Store store;
    private final OwnerContext owner;
    private final TickLifetime tickLifetime = new TickLifetime();
    private final Workers allWorkers = new Workers();
    private final RowWrites worldWrites;
    private final StateHash stateHash;
    private final BuiltFilters builtFilters = new BuiltFilters();

    /** The workers that may use the world now. */
    private Worker[] workers = NONE;

    /** The systems of the open schedule; null for none. */
    private List<String> scheduled;

    private boolean isTicking;
    private MemoryFigures.Meter memoryMeter;

    /** The runtime of a new world, owned by the calling thread. */
    public WorldRuntime(Store store, FrameArena frame, FrameArena tickFrame) {
        this.store = store;
        this.owner = new OwnerContext(store, frame, tickFrame, allWorkers);
        this.worldWrites = new RowWrites(store, null, null);
        this.stateHash = new StateHash(store);
        store.relations().mayStillWrite(id -> current().mayStillWrite(id, null));
    }

    /** The world's rows. */
    public Store store() {
        return store;
    }

    /** The context of the world's own thread. */
    public OwnerContext owner() {
        return owner;
    }

    /** The context of the calling thread. Returns its worker, or the owner's context. */
    public IterationContext current() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? owner : workers[workerIndex];
    }

    /** The frame arena of the calling thread. Returns the world's arena, or that of the thread's worker. */
    public FrameArena currentArena() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? allWorkers.arenaOr(owner.frame()) : workers[workerIndex].frame();
    }

    /** The recorder of the calling thread. Returns the world's commands, or those of the thread's worker. */
    public Commands currentCommands() {
        return current().commands();
    }

    /** The command queue of the calling thread. Returns the world's queue, or that of the thread's worker. */
    public CommandQueue currentQueue() {
        return current().queue();
    }

    /** How rows that belong to no query record writes. */
    public RowWrites worldWrites() {
        return worldWrites;
    }

    /** The hash of the world's rows. */
    public StateHash stateHash() {
        return stateHash;
    }

    /** The filters of the queries that are in use, without those that look for changes. */
    public BuiltFilters builtFilters() {
        return builtFilters;
    }

    /**
     * Allocates memory that is valid until the tick ends, in the arena of the calling thread.
     *
     * @param bytes number of bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     */
    public Slice allocateForTick(long bytes, int alignment) {
        return tickLifetime.allocate(current().tickArena(), bytes, alignment);
    }

    /**
     * As {@link #allocateForTick}, but returns null if there is no memory.
     *
     * @param bytes number of bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     */
    public Slice tryAllocateForTick(long bytes, int alignment) {
        return tickLifetime.tryAllocate(current().tickArena(), bytes, alignment);
    }

    public MemorySource directMemory() {
        MemorySource source = store.blockPool().source();
        return source instanceof ReclaimedMemory ? source : MemorySource.direct();
    }

    /** Called when a schedule of the world is made. */
    public void openSchedule(List<String> systems) {
        if (scheduled != null) {
            throw new IllegalStateException("the world has an open schedule already, of systems " + scheduled
                    + ", and a tick of another one would advance the world's time and end its events as well; close()"
                    + " the open one first, or make one schedule of the systems of both");
        }
        scheduled = systems;
    }

    public void closeSchedule() {
        scheduled = null;
    }

    /** Called when a schedule's tick begins and when it has ended. The tick's arena cannot be reset in between. */
    public void ticking(boolean ticking) {
        isTicking = ticking;
    }

    /** Throws during a tick, an iteration, or a call of an observer. */
    public void requireIdle(String call) {
        store.checkOwner(call, "call it after the tick");
        if (owner.isRunning() || isTicking || store.structure().hookScope().isCalling()) {
            throw new IllegalStateException(
                    call + " is refused during a tick, an iteration and an observer; call it afterwards");
        }
    }

    /**
     * Throws unless rows may move: on the world's thread, outside of iterations and observers.
     */
    public void requireRowsIdle(String call) {
        store.checkOwner(call, "call it between ticks, or declare the system exclusive()");
        if (owner.isRunning() || store.structure().hookScope().isCalling()) {
            throw new IllegalStateException(
                    call + " moves rows, which is refused during an iteration and an observer; call it afterwards");
        }
    }

    /** Throws if commands of the world's thread wait. */
    public void requireNoCommands(String call) {
        int commands = owner.queue().count();
        if (commands > 0) {
            throw new IllegalStateException(call + " is refused while commands of the world's thread have not been"
                    + " applied; call world.applyCommands() first: commands=" + commands);
        }
    }

    /** Makes all slices of the tick invalid, and resets the owner's tick arena. Workers reset theirs after that. */
    public void resetTickArena() {
        store.checkOwner("tickArena().reset()", "the schedule does that when the tick ends");
        if (owner.isRunning() || isTicking) {
            throw new IllegalStateException(
                    "the tick arena cannot be reset during a tick or an iteration; reset it afterwards");
        }
        tickLifetime.end();
        owner.tickAccess().resetAll();
    }

    public Worker worker(MemorySource source, long arenaCapBytes) {
        MemorySource guarded = source instanceof ReclaimedMemory ? source : new UserMemory(source).lock(store);
        return allWorkers.add(new Worker(store, guarded, arenaCapBytes, allWorkers::remove));
    }

    public Workers allWorkers() {
        return allWorkers;
    }

    /** Lends the world to workers: from now on they access columns, and the structure does not change. */
    public void lend(Worker[] newWorkers, WorkerAccess[] access) {
        store.lend(access);
        workers = newWorkers;
    }

    /** Ends the lending, after all workers have left. For the world's thread. */
    public void reclaim() {
        store.reclaim();
        workers = NONE;
        owner.queue().begin();
    }

    /** The playback of this world's commands. */
    public Playback playback() {
        return owner.playback();
    }

    /** Applies the commands of the world's own thread. */
    public void applyCommands() {
        owner.applyCommands();
    }

    /** Releases the memory of a query that is being closed. */
    public void release(Filter filter) {
        if (owner.isIteratingOver(filter)) {
            throw new IllegalStateException(
                    "the query cannot be closed during an iteration of it; close its cursors and end its runs first");
        }
        if (filter.changeFilter() != null) {
            filter.changeFilter().close(store.changeTracker());
        }
    }

    /** Sets how the memory of the world is measured. */
    public void memoryMeter(MemoryFigures.Meter meter) {
        memoryMeter = meter;
    }

    /** Measures the memory of the world. Makes no garbage. */
    public void measureMemory(MemoryFigures to) {
        memoryMeter.measure(to);
    }

    public boolean isClosed() {
        return store.isClosed();
    }

    /** Releases the memory when the world is closed. */
    public void close() {
        try {
            owner.closeMemory();
        } finally {
            tickLifetime.end();
        }
    }
}
