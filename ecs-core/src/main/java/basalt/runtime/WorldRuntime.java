package basalt.runtime;

import basalt.command.CommandQueue;
import basalt.command.Playback;
import basalt.component.ComponentInfo;
import basalt.match.Filter;
import basalt.match.MatchReader;
import basalt.match.MatchScan;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.block.SliceLifetimes;
import basalt.memory.frame.FrameArena;
import basalt.storage.BlockPool.ReclaimedMemory;
import basalt.storage.SavedTime;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.change.Structure.Listener;
import basalt.storage.space.CellTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.LangUtil;

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
    private final CommandQueue observed;
    private final List<CellTable> grids = new ArrayList<>();
    private final RowWrites worldWrites;
    private final WorldStates states;
    private final WorldFiles files;
    private WorldTime time;
    private final MatchScan.BuiltFilters builtFilters = new MatchScan.BuiltFilters();
    private final MatchReader.Readers matchReaders;

    /** The workers that may use the world now. */
    private Worker[] workers = NONE;

    /** The systems of the open schedule; null for none. */
    private List<String> scheduled;

    private boolean isTicking;

    /** The runtime of a new world, owned by the calling thread. */
    public WorldRuntime(Store store, FrameArena frame, FrameArena tickFrame) {
        this.store = store;
        this.owner = new OwnerContext(store, frame, tickFrame, allWorkers);
        this.observed = new CommandQueue(store, store.blockPool().source(), null);
        owner.playback().observers(observed);
        this.worldWrites = new RowWrites(store, null, null);
        this.states = new WorldStates(this);
        this.files = new WorldFiles(this);
        this.matchReaders = new MatchReader.Readers(store.rows().stateParts());
        store.relations().mayStillWrite(id -> current().mayStillWrite(id, null));
    }

    public Store store() {
        return store;
    }

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

    /** The command queue of the calling thread: the world's, or that of the thread's worker. */
    public CommandQueue currentQueue() {
        return current().queue();
    }

    public CommandQueue observed() {
        return observed;
    }

    /** Records a write and calls its observers: at once, or, in a system, when its commands are applied. */
    public void written(long entity, long place, ComponentInfo component) {
        if (store.workerIndex() < 0) {
            store.structure().written(entity, place, component);
        } else {
            store.changeTracker().recordWritten(place, component);
            if (store.hooks().observesWrites(component.id())) {
                currentQueue().wrote(entity, component);
            }
        }
    }

    public RowWrites worldWrites() {
        return worldWrites;
    }

    public WorldStates states() {
        return states;
    }

    public WorldFiles files() {
        return files;
    }

    public WorldTime time() {
        return time;
    }

    /** Sets the time, which the world makes. */
    public void time(WorldTime ofWorld) {
        time = ofWorld;
    }

    public MatchScan.BuiltFilters builtFilters() {
        return builtFilters;
    }

    public MatchReader.Readers matchReaders() {
        return matchReaders;
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

    /** The calling thread gives the world up. No thread can use it until one takes it over. */
    public void handOver() {
        states.requireState("world.handOver()");
        if (scheduled != null) {
            throw new IllegalStateException("the world has an open schedule, of systems " + scheduled
                    + ", which belongs to this thread: close() it, and make one on the thread that takes the world"
                    + " over");
        }
        if (owner.arena().hasOpenScope()) {
            throw new IllegalStateException(
                    "a scope or mark of the frame arena is still open; close it before world.handOver()");
        }
        store.handOver();
    }

    /** Makes the calling thread the world's own. */
    public void takeOver() {
        store.takeOver();
        owner.takeOver();
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
        MemorySource guarded = source instanceof ReclaimedMemory ? source : new Store.UserMemory(source).lock(store);
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

    /** Measures the memory of the world. Makes no garbage. */
    public void measureMemory(MemoryFigures to) {
        to.set(0, store.blocks().count()).set(1, store.reservedBytes()).set(2, store.columnBytes());
        to.set(3, store.changeTracker().reservedBytes()).set(4, owner.frame().reservedBytes());
        to.set(5, currentQueue().reservedBytes() + observed.reservedBytes());
        to.set(6, owner.tickArena().reservedBytes()).set(7, allWorkers.reservedBytes());
        to.set(8, states.reservedBytes()).set(9, files.reservedBytes());
        long gridBytes = 0;
        for (int i = 0; i < grids.size(); i++) {
            gridBytes += grids.get(i).reservedBytes();
        }
        to.set(10, gridBytes);
    }

    public boolean isClosed() {
        return store.isClosed();
    }

    /**
     * Closes the world: first what users gave it, then its memory. Throws the first failure after all was closed, with
     * the later ones suppressed.
     */
    public void close(Runnable... ofUsers) {
        if (!store.isClosed()) {
            requireClosable();
            List<Runnable> steps = new ArrayList<>(List.of(ofUsers));
            steps.add(states::close);
            steps.add(this::closeMemory);
            doAll(steps);
        }
    }

    private void requireClosable() {
        if (!store.checkClose()) {
            store.hookScope().requireOutside();
            if (owner.isRunning()) {
                throw new IllegalStateException(
                        "the world cannot close while it is iterated over; close its cursors first");
            }
            states.requireNotBusy("world.close()");
        }
    }

    /** Adds the points of a grid, which closes with the world's memory. */
    public void addGrid(CellTable points) {
        grids.add(points);
    }

    private void closeMemory() {
        if (!store.isClosed()) { // else a resource has closed it
            doAll(List.of(
                    owner::closeMemory,
                    tickLifetime::end,
                    observed::close,
                    () -> CloseHelper.closeAll(grids),
                    store::close,
                    () -> owner.arena().close()));
        }
    }

    /** Does all steps. Throws the first failure afterwards, with the later ones suppressed. */
    public static void doAll(List<Runnable> steps) {
        Throwable failure = null;
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (Throwable e) { // the later steps still run
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** The lifetime of memory in the tick arena, for any thread: it ends with the tick. */
    static final class TickLifetime extends SliceLifetimes {
        TickLifetime() {
            super(1, null);
            serials[0] = 1;
        }

        /** Allocates in an arena of the calling thread, for use by all threads. */
        Slice allocate(FrameArena arena, long bytes, int alignment) {
            return shared(arena.allocate(bytes, alignment));
        }

        /** Like {@link #allocate}, but returns null if there is no memory. */
        Slice tryAllocate(FrameArena arena, long bytes, int alignment) {
            Slice own = arena.tryAllocate(bytes, alignment);
            return own == null ? null : shared(own);
        }

        private Slice shared(Slice own) {
            // SAFETY: the arena keeps these bytes until it is reset, which happens after end() has changed the serial.
            return slice(0, serials[0], own.addressUnchecked(), own.sizeBytes());
        }

        /** Ends all slices of the tick. Called by the world's thread while no system runs. */
        void end() {
            serials[0]++;
        }

        @Override
        public IllegalStateException dead(int slot, long serial) {
            return new IllegalStateException(
                    "slice of the tick arena used after its tick had ended: allocate it in each tick, or"
                            + " copy what must live longer");
        }

        @Override
        public String allocator() {
            return "tick arena";
        }
    }

    /**
     * The open workers of a world, and the worker that lends its frame arena to the world's thread. For that thread.
     */
    public static final class Workers {
        private final List<Worker> open = new ArrayList<>();
        private Worker lender;

        Workers() {}

        /** The access objects of workers, for the store. */
        public static WorkerAccess[] access(Worker[] workers) {
            return Arrays.stream(workers).map(Worker::access).toArray(WorkerAccess[]::new);
        }

        Worker add(Worker worker) {
            open.add(worker);
            return worker;
        }

        void remove(Worker worker) {
            open.remove(worker);
        }

        /** Sets the new address of a block in rows that bodies have kept, so that these never refer to freed memory. */
        void notifyMoved(int block, long from, long to) {
            for (Worker worker : open) {
                worker.notifyMoved(block, from, to);
            }
        }

        /** The world's thread uses the worker's frame arena from now on; if {@code worker} is null, its own again. */
        void borrowFrom(Worker worker) {
            lender = worker;
        }

        /** The borrowed arena, or {@code own} if none is borrowed. */
        FrameArena arenaOr(FrameArena own) {
            return lender == null ? own : lender.frame();
        }

        /** Native memory of the workers. Returns bytes reserved for frame arenas, tick arenas and commands. */
        public long reservedBytes() {
            long bytes = 0;
            for (int i = 0; i < open.size(); i++) {
                bytes += open.get(i).reservedBytes();
            }
            return bytes;
        }
    }

    /** The time of a world, as schedules, snapshots and files use it. For the world's thread. */
    public interface WorldTime {
        /** Sets the length of the tick for the systems that run next. */
        void show(float deltaSeconds);

        long tick();

        SavedTime saved();

        /** Sets the time that was read from a file. */
        void load(SavedTime saved);

        /** A hash of all but the part of a tick that is for drawing. */
        long hash();

        /** Checks the length of a tick. */
        static void requireLength(float seconds) {
            if (!(seconds >= 0 && seconds <= Float.MAX_VALUE)) {
                throw new IllegalArgumentException("seconds must be finite and >= 0: seconds=" + seconds);
            }
        }
    }

    /**
     * The context of the world's own thread. It permits everything, receives structural changes while matching rows are
     * open, and applies commands at the end of the outermost run. The structure does not change while workers run.
     */
    public static final class OwnerContext extends IterationContext implements Listener {
        private final Playback playback;
        private final WorldRuntime.Workers workers;

        /** None of the workers runs while the world's thread changes the structure. */
        OwnerContext(Store store, FrameArena frame, FrameArena tickFrame, WorldRuntime.Workers workers) {
            super(store, frame, tickFrame, null, store.blockPool().source());
            this.workers = workers;
            playback = new Playback(store);
            store.structure().listener(this);
        }

        Playback playback() {
            return playback;
        }

        /** Applies the commands of this thread. */
        void applyCommands() {
            store().hookScope().requireOutside();
            applications++;
            playback.add(queue(), 0, queue().position(), 0);
            playback.run();
        }

        @Override
        public void checkThread() {
            store().checkOwner();
        }

        @Override
        void settleOutermost(long recordedBefore) {
            if (store().hookScope().isCalling()) {
                queue().forget(recordedBefore);
            }
            applyCommands(); // throws in an observer
        }

        @Override
        public void rowsChanged(long base, int word, long rows) {
            notifyMatches(base, word, rows);
        }

        @Override
        public void blockMoved(int block, long from, long to) {
            notifyMoved(block, from, to);
            workers.notifyMoved(block, from, to);
        }
    }
}
