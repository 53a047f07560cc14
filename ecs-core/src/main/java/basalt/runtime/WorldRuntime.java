package basalt.runtime;

import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.frame.FrameArena;
import basalt.snapshot.Filter;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;

/**
 * What a world runs with: its rows, what its own thread iterates with, and the workers that its schedules lend it to.
 * For the world's thread; methods whose names begin with "current" also for a worker that runs a system.
 */
public final class WorldRuntime {
    private static final Worker[] NONE = {};

    private final Store store;
    private final OwnerContext owner;
    private final TickLifetime tickLifetime = new TickLifetime();
    private final Workers allWorkers = new Workers();
    private final RowWrites looseWrites;

    /** Those that the world is lent to now. */
    private Worker[] workers = NONE;

    private boolean isTicking;

    /**
     * That of a new world, for the calling thread.
     *
     * @param store the world's rows
     * @param frame the thread's frame arena, which its users cannot close from now on
     * @param tickFrame the thread's part of the tick's arena
     */
    public WorldRuntime(Store store, FrameArena frame, FrameArena tickFrame) {
        this.store = store;
        this.owner = new OwnerContext(store, frame, tickFrame);
        this.looseWrites = new RowWrites(store, null, null);
    }

    /**
     * The world's rows.
     *
     * @return the store
     */
    public Store store() {
        return store;
    }

    /**
     * What the world's own thread iterates with.
     *
     * @return always the same object
     */
    public OwnerContext owner() {
        return owner;
    }

    /**
     * What the calling thread iterates with.
     *
     * @return the worker that it is, or else the owner's
     */
    public IterationContext current() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? owner : workers[workerIndex];
    }

    /**
     * The frame arena of the calling thread.
     *
     * @return the world's arena, or that of the worker which runs a system
     */
    public FrameArena currentArena() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? allWorkers.arenaOr(owner.frame()) : workers[workerIndex].frame();
    }

    /**
     * The recorder of the calling thread.
     *
     * @return the world's commands, or those of the worker which runs a system
     */
    public Commands currentCommands() {
        return current().commands();
    }

    /**
     * What stands behind the recorder of the calling thread.
     *
     * @return the world's queue, or that of the worker which runs a system
     */
    public CommandQueue currentQueue() {
        return current().queue();
    }

    /**
     * How writes are recorded of rows that belong to no query.
     *
     * @return always the same object
     */
    public RowWrites looseWrites() {
        return looseWrites;
    }

    /**
     * Allocates until the tick ends, in the arena of the calling thread.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     * @return a view for all threads
     */
    public Slice allocateForTick(long bytes, int alignment) {
        return tickLifetime.allocate(current().tickArena(), bytes, alignment);
    }

    /**
     * The same for those that can do without.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     * @return a view for all threads; null if there is no memory
     */
    public Slice tryAllocateForTick(long bytes, int alignment) {
        return tickLifetime.tryAllocate(current().tickArena(), bytes, alignment);
    }

    /**
     * A schedule's tick begins or has ended. In between, also in exclusive systems and conditions, the arena of the
     * tick is kept.
     *
     * @param ticking whether it is under way from now on
     */
    public void ticking(boolean ticking) {
        isTicking = ticking;
    }

    /** Ends the tick for what was allocated in it; workers reset their arenas after that. */
    public void resetTickArena() {
        store.checkOwner("tickArena().reset()", "leave that to the schedule, which does so when the tick ends");
        if (owner.isRunning() || isTicking) {
            throw new IllegalStateException("the tick arena cannot be reset in a tick or iteration; do it after that");
        }
        tickLifetime.end();
        owner.tickAccess().resetAll();
    }

    /**
     * Makes a worker of the world.
     *
     * @param source where its frame arena takes memory from
     * @param arenaCapBytes the most that the arena may hold
     * @return the worker; close it
     */
    public Worker worker(MemorySource source, long arenaCapBytes) {
        return allWorkers.add(new Worker(store, source, arenaCapBytes, allWorkers::remove));
    }

    /**
     * All workers of the world.
     *
     * @return always the same object
     */
    public Workers allWorkers() {
        return allWorkers;
    }

    /**
     * Lends the world to workers: from now on they work on columns, and structure does not change.
     *
     * @param newWorkers the workers
     * @param access their {@link Workers#access}
     */
    public void lend(Worker[] newWorkers, WorkerAccess[] access) {
        store.lend(access);
        owner.queue().end();
        workers = newWorkers;
    }

    /** Ends the lending; all workers have left. For the thread that has lent. */
    public void reclaim() {
        store.reclaim();
        workers = NONE;
        owner.queue().begin();
    }

    /**
     * What plays commands of this world back.
     *
     * @return always the same object
     */
    public Playback playback() {
        return owner.playback();
    }

    /** Makes the changes that the commands of the world's own thread have recorded. */
    public void applyCommands() {
        owner.applyCommands();
    }

    /**
     * A query is closed: gives back what it keeps.
     *
     * @param filter the query's
     * @throws IllegalStateException if it is being iterated over; nothing has happened then
     */
    public void release(Filter filter) {
        if (owner.isIteratingOver(filter)) {
            throw new IllegalStateException(
                    "the query cannot close while it is iterated over; close its cursors, and end its runs, first");
        }
        if (filter.changeFilter() != null) {
            filter.changeFilter().close(store.changes());
        }
    }

    /**
     * Whether the world is closed.
     *
     * @return true after its {@code close()}
     */
    public boolean isClosed() {
        return store.isClosed();
    }

    /** Gives memory back: the world closes. */
    public void close() {
        try {
            owner.closeMemory();
        } finally {
            tickLifetime.end();
        }
    }
}
