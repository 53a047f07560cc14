package basalt.runtime;

import static basalt.component.BlockLayout.WORDS;

import basalt.check.Strict;
import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.command.queue.Playback;
import basalt.component.Column;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.friend.Friend;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import basalt.memory.access.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.change.StructuralChangeListener;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The snapshots of one world that one thread iterates over now, innermost last, and that thread's frame arena, in
 * which they live.
 *
 * <p>Those of the world's own thread are told of structural changes, which go on
 * to each snapshot. While the world is lent to the workers of a schedule, each {@link Worker} has iterations of its
 * own, and structure does not change. Snapshot objects are kept for reuse, so a run makes no garbage.
 */
public final class Iterations implements StructuralChangeListener {
    private static final Worker[] NONE = {};

    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private final Store store;
    private final FrameArena frame;
    private final ArenaAccess arena;
    private final FrameArena tickFrame;
    private final ArenaAccess tickArena;
    private final TickMemory tickMemory = new TickMemory();
    private final Accumulator accumulator = new Accumulator();
    private final RowContext context;
    private final WorkerAccess worker;
    private final CommandQueue queue;
    private Commands commands;
    private final Playback playback;
    private final RowMarks loose;
    private final Workers allWorkers = new Workers();
    private final RowCount rowCount = new RowCount();
    private Worker[] workers = NONE;
    private MatchSnapshot[] open = new MatchSnapshot[0];
    private int depth;
    private int runs;
    private int applications;
    private boolean isTicking;

    /** What the kernel writes of which a piece runs here, and what its query looks for. */
    private List<Component<?>> written = List.of();

    private ChangeFilter writer;

    /**
     * Those of the thread that owns a world.
     *
     * @param store the world's rows
     * @param frame the owning thread's arena, which its users cannot close from now on
     * @param tickFrame the owning thread's part of the tick's arena
     */
    public Iterations(Store store, FrameArena frame, FrameArena tickFrame) {
        this(store, frame, tickFrame, null, store.blockPool().source());
        store.structure().listener(this);
    }

    /** Those of a worker, or, if that is null, of the owner. */
    Iterations(Store store, FrameArena frame, FrameArena tickFrame, WorkerAccess worker, MemorySource source) {
        this.store = store;
        this.frame = frame;
        this.arena = ARENAS.inside(frame);
        arena.lend();
        this.tickFrame = tickFrame;
        this.tickArena = ARENAS.inside(tickFrame);
        tickArena.lend();
        this.worker = worker;
        this.playback = worker == null ? new Playback(store) : null;
        this.queue = new CommandQueue(store, source, worker);
        this.commands = COMMANDS.outside(queue);
        this.context = RowContext.of(store, null, null, null, commands);
        this.loose = new RowMarks(store, null, null);
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
     * The frame arena of the thread that these are of.
     *
     * @return the arena
     */
    public ArenaAccess arena() {
        return arena;
    }

    /**
     * The iterations of the calling thread, if these are the world's.
     *
     * @return these, or those of the worker that the calling thread is
     */
    public Iterations current() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? this : workers[workerIndex].iterations();
    }

    /**
     * The frame arena of the calling thread, if these are the world's.
     *
     * @return the world's arena, or that of the worker which runs a system
     */
    public FrameArena currentArena() {
        int workerIndex = store.workerIndex();
        return workerIndex < 0 ? allWorkers.arenaOr(frame) : workers[workerIndex].arena();
    }

    /**
     * Allocates until the tick ends, in the arena of the calling thread, if these are the world's.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     * @return a view for all threads
     */
    public Slice allocateForTick(long bytes, int alignment) {
        return tickMemory.allocate(current().tickFrame, bytes, alignment);
    }

    /**
     * The same for those that can do without.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment a power of two from 1 to 4096
     * @return a view for all threads; null if there is no memory
     */
    public Slice tryAllocateForTick(long bytes, int alignment) {
        return tickMemory.tryAllocate(current().tickFrame, bytes, alignment);
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

    /** Ends the tick for what was allocated in it; workers reset their arenas after that. For the world's thread. */
    public void resetTickArena() {
        store.checkOwner("tickArena().reset()", "leave that to the schedule, which does so when the tick ends");
        if (isRunning() || isTicking) {
            throw new IllegalStateException("the tick arena cannot be reset in a tick or iteration; do it after that");
        }
        tickMemory.end();
        tickArena.resetAll();
    }

    /**
     * This thread's part of the tick's arena.
     *
     * @return the arena, in which nothing may be allocated but by {@link #allocateForTick}
     */
    public FrameArena tickArena() {
        return tickFrame;
    }

    /**
     * The same, as its owner uses it.
     *
     * @return the access to it
     */
    ArenaAccess tickAccess() {
        return tickArena;
    }

    /**
     * Whether the world is closed whose iterations these are.
     *
     * @return true after its {@code close()}
     */
    public boolean isClosed() {
        return store.isClosed();
    }

    /**
     * Makes a worker of the world whose iterations these are.
     *
     * @param source where its frame arena takes memory from
     * @param arenaCapBytes the most that the arena may hold
     * @return the worker; close it
     */
    public Worker worker(MemorySource source, long arenaCapBytes) {
        return allWorkers.add(new Worker(this, source, arenaCapBytes));
    }

    /**
     * All workers of the world whose iterations these are.
     *
     * @return always the same object
     */
    public Workers allWorkers() {
        return allWorkers;
    }

    RowCount rowCount() {
        return rowCount;
    }

    /**
     * Lends the world to workers: from now on they work on columns, and structure does not change.
     *
     * @param newWorkers the workers
     * @param access their {@link Workers#access}
     */
    public void lend(Worker[] newWorkers, WorkerAccess[] access) {
        store.lend(access);
        queue.end();
        workers = newWorkers;
    }

    /** Ends the lending; all workers have left. For the thread that has lent. */
    public void reclaim() {
        store.reclaim();
        workers = NONE;
        queue.begin();
    }

    /**
     * A thread comes in for a system. Strict mode gives it a recorder of its own, so that one which is kept is told.
     */
    void enter() {
        queue.begin();
        commands = Strict.ON ? COMMANDS.outside(queue) : commands;
    }

    /** It goes again; false if it has left iterations open, which end now. */
    boolean leave() {
        queue.end();
        return endAll();
    }

    /**
     * Ends all iterations that are still open, when the code that opened them has ended.
     *
     * @return false if there were any
     */
    public boolean endAll() {
        boolean nothingOpen = depth == 0;
        while (depth > 0) {
            open[--depth].close(arena);
        }
        if (worker == null && !nothingOpen) {
            store.structure().iterating(false);
        }
        return nothingOpen;
    }

    /**
     * The first matching row at or after another, found without a snapshot.
     *
     * @param filter what must match
     * @param index the lowest index that its entity may have
     * @return the entity's handle, or {@link Entity#NULL} if there is none
     */
    public long first(Filter filter, int index) {
        return filter.first(store.blocks(), index);
    }

    /**
     * A query is closed: gives back what it keeps.
     *
     * @param filter the query's
     * @throws IllegalStateException if it is being iterated over; nothing has happened then
     */
    public void release(Filter filter) {
        for (int i = 0; i < depth; i++) {
            if (open[i].isOf(filter)) {
                throw new IllegalStateException(
                        "the query cannot close while it is iterated over; close its cursors, and end its runs, first");
            }
        }
        if (filter.changeFilter() != null) {
            filter.changeFilter().close(store.changes());
        }
    }

    /** Gives memory back: the world closes. */
    public void close() {
        try {
            tickArena.moveHere();
            tickArena.close();
            tickMemory.end();
        } finally {
            queue.close();
        }
    }

    /**
     * The recorder of the calling thread, if these are the world's.
     *
     * @return the world's commands, or those of the worker which runs a system
     */
    public Commands currentCommands() {
        return current().commands;
    }

    /**
     * What stands behind the recorder of the calling thread, if these are the world's.
     *
     * @return the world's queue, or that of the worker which runs a system
     */
    public CommandQueue currentQueue() {
        return current().queue;
    }

    /**
     * What stands behind the recorder of the thread that these are of.
     *
     * @return always the same object
     */
    public CommandQueue queue() {
        return queue;
    }

    /**
     * What plays commands of this world back, if these are the world's.
     *
     * @return always the same object
     */
    public Playback playback() {
        return playback;
    }

    /** Makes the changes that the commands of the world's own thread have recorded. */
    public void applyCommands() {
        store.hookScope().requireOutside();
        applications++;
        if (playback.isRunning()) {
            return; // in what a memory source has called; those that run come by these, or the next ones do
        }
        playback.add(queue, 0, queue.position(), 0);
        playback.run();
    }

    /** Throws unless the calling thread is the one that these belong to now. */
    public void checkThread() {
        if (worker == null) {
            store.checkOwner();
        } else {
            worker.check();
        }
    }

    /**
     * Strict mode: throws if a system runs here that must not read the column in all rows of a query.
     *
     * @param column what is read
     */
    public void checkRead(Column column) {
        if (Strict.ON && worker != null) {
            worker.access().checkRead(column.component(), column);
            worker.checkAll(column);
        }
    }

    /**
     * Whether a component may be written by what runs here: a system must have declared it.
     *
     * @param component a component
     * @return true if it may
     */
    public boolean mayWrite(Component<?> component) {
        return worker == null || worker.access().writes(component);
    }

    /**
     * Whether a column may be written by what runs here: a system must have declared it.
     *
     * @param column a column
     * @return true if it may
     */
    public boolean mayWrite(Column column) {
        return worker == null || worker.access().writes(column.component(), column);
    }

    /**
     * Strict mode: throws if a system runs here that has not declared that it asks for one of the components, or that
     * counts as not looking at entities which others make and a query would find.
     *
     * @param filter the query's condition
     * @param components what is asked for
     */
    public void checkSeen(Filter filter, List<Component<?>> components) {
        if (Strict.ON && worker != null) {
            components.forEach(worker.access()::checkSeen);
            worker.access().checkSpawns(filter::matchesKind);
        }
    }

    /**
     * Strict mode: throws if a system runs here that must not look for the changes that a query looks for.
     *
     * @param filter the query's condition
     * @param components those of which it looks for changes, and others
     */
    public void checkChanges(Filter filter, List<Component<?>> components) {
        if (Strict.ON && worker != null && filter.changeFilter() != null) {
            for (Component<?> component : components) {
                if (filter.changeFilter().looksForWrites(component.id())) {
                    worker.access().checkChanges(component);
                }
            }
        }
    }

    /**
     * The state of this thread's reductions.
     *
     * @return always the same object
     */
    public Accumulator accumulator() {
        return accumulator;
    }

    /**
     * Strict mode: throws if a query looks for changes, and is about to take them for a system that must not: a
     * kernel that may be split, or another system than the one that uses it.
     *
     * @param filter the query's condition
     */
    public void checkReader(Filter filter) {
        filter.checkReader(store, worker);
    }

    /**
     * What the rows of a run share. In strict mode each run has a context of its own, which dies with it.
     *
     * @param declared the components that the query declares
     * @param filter what all rows of the run match, now and until structure changes
     * @return the context; close it when the run ends
     */
    public RowContext context(Collection<Component<?>> declared, Filter filter) {
        return Strict.ON ? RowContext.of(store, declared, filter, worker, commands) : context;
    }

    /**
     * What rows of no query share.
     *
     * @return always the same object
     */
    public RowMarks looseMarks() {
        return loose;
    }

    /**
     * Takes the snapshot of a run: the query has seen then whatever changes it looks for.
     *
     * @param filter which rows match
     * @param pure whether rows without an entity may be in it
     * @return the snapshot; end it
     */
    public MatchSnapshot take(Filter filter, boolean pure) {
        checkReader(filter);
        MatchSnapshot matches = open(filter, pure);
        rowCount.add(matches, pure);
        filter.seen(this);
        return matches;
    }

    /** Whether a kernel runs here, of another query, that may write a component. */
    boolean isBeingWritten(int id, ChangeFilter own) {
        for (int i = 0; i < depth; i++) {
            if (open[i].isWriting(id, own)) {
                return true;
            }
        }
        return MatchSnapshot.isWriting(written, writer, id, own);
    }

    /** Marks what kernels that run now may write yet, as a query looks for changes from now on. */
    public void markOpen() {
        for (int i = 0; i < depth; i++) {
            open[i].markWritten(store.changes());
        }
    }

    /**
     * A piece of a kernel's snapshot begins to run here, in any row of which it may write these components; or it has
     * ended.
     */
    void writes(List<Component<?>> components, ChangeFilter own) {
        written = components;
        writer = own;
    }

    /**
     * Takes a snapshot that changes are reported to, just to look.
     *
     * @param filter which rows match
     * @param pure whether rows without an entity may be in it
     * @return the snapshot; close it
     */
    public MatchSnapshot open(Filter filter, boolean pure) {
        MatchSnapshot matches = openDetached(filter, pure);
        push();
        return matches;
    }

    /**
     * Opens an empty snapshot, which the caller fills.
     *
     * @param filter which rows match
     * @param blocks the most blocks that it may have
     * @return the snapshot; end it
     */
    public MatchSnapshot openEmpty(Filter filter, int blocks) {
        MatchSnapshot matches = next();
        matches.openEmpty(filter, blocks, arena);
        push();
        return matches;
    }

    /**
     * Takes a snapshot that no change is reported to: it keeps the rows that matched at first. No iteration may start
     * meanwhile.
     *
     * @param filter which rows match
     * @param pure whether rows without an entity may be in it
     * @return the snapshot; close it by {@link #closeDetached}
     */
    public MatchSnapshot openDetached(Filter filter, boolean pure) {
        MatchSnapshot matches = next();
        matches.open(filter, store, arena, pure);
        return matches;
    }

    /**
     * Ends a snapshot that no change was reported to.
     *
     * @param matches the snapshot
     */
    public void closeDetached(MatchSnapshot matches) {
        matches.close(arena);
    }

    /**
     * Ends the innermost iteration.
     *
     * @param matches its snapshot
     * @throws IllegalStateException if it is not the innermost, or a scope of the frame arena was left open
     */
    public void close(MatchSnapshot matches) {
        if (depth == 0 || open[depth - 1] != matches) {
            throw new IllegalStateException(
                    "iterations end in the reverse order of their start; close the inner one first");
        }
        depth--;
        listen();
        if (!matches.close(arena)) {
            throw scopeLeftOpen();
        }
    }

    private static IllegalStateException scopeLeftOpen() {
        return new IllegalStateException(
                "a scope of the frame arena that was opened during an iteration was still open at its end; close it before");
    }

    /**
     * Whether an iteration runs now.
     *
     * @return true between the start and the end of a run or cursor
     */
    public boolean isRunning() {
        return depth > 0;
    }

    @Override
    public void rowsChanged(long base, int word, long rows) {
        for (int i = 0; i < depth; i++) {
            open[i].rowsChanged(base, word, rows);
        }
    }

    /**
     * Runs a driver over a snapshot, and ends it. What it has recorded is applied or forgotten.
     *
     * @param driver what runs
     * @param context what its rows share
     * @param matches the snapshot
     */
    public void run(KernelDriver driver, RowContext context, MatchSnapshot matches) {
        run(driver, context, matches, null);
    }

    /**
     * Runs two drivers over a snapshot, the second one also if the first has failed, unless it is null; then ends it.
     * What they have recorded is applied or forgotten.
     */
    void run(KernelDriver driver, RowContext context, MatchSnapshot matches, KernelDriver afterwards) {
        long recordedBefore = queue.position();
        int appliedBefore = applications;
        boolean done = false;
        runs++;
        try {
            runToTheEnd(driver, context, matches, afterwards);
            done = true;
        } finally {
            runs--;
            if (queue.position() != recordedBefore || applications != appliedBefore) {
                settleCommands(applications == appliedBefore ? recordedBefore : 0, done);
            }
        }
    }

    private void runToTheEnd(KernelDriver driver, RowContext context, MatchSnapshot matches, KernelDriver afterwards) {
        Throwable thrown = null;
        try {
            runOver(driver, context, matches);
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            if (afterwards != null) {
                runOver(afterwards, context, matches);
            }
            end(matches, thrown);
        }
    }

    private static void runOver(KernelDriver driver, RowContext context, MatchSnapshot matches) {
        for (int i = 0; i < matches.count(); i++) {
            driver.run(context, matches, matches.entry(i), 0, WORDS);
        }
    }

    /**
     * A run has ended. What it has recorded is forgotten if it has failed; otherwise the outermost run of the owner
     * applies it.
     */
    private void settleCommands(long recordedBefore, boolean done) {
        if (!done) {
            queue.forget(recordedBefore);
        } else if (runs == 0 && worker == null) {
            if (store.hookScope().isCalling()) {
                queue.forget(recordedBefore);
            }
            applyCommands(); // which is refused in an observer
        }
    }

    /**
     * Ends an iteration whose body has ended. Cursors that the body has left open end with it; that is an error, but
     * does not hide what the body has thrown.
     *
     * @param matches its snapshot
     * @param thrown what the body has thrown; null if it has not
     */
    public void end(MatchSnapshot matches, Throwable thrown) {
        int outside = depth - 1;
        while (open[outside] != matches) {
            outside--;
        }
        IllegalStateException problem = depth - 1 == outside
                ? null
                : new IllegalStateException("the body has left a cursor open; close it where it was opened");
        while (depth > outside) {
            depth--;
            if (!open[depth].close(arena) && problem == null) {
                problem = scopeLeftOpen();
            }
        }
        listen();
        if (problem != null) {
            if (thrown == null) {
                throw problem;
            }
            thrown.addSuppressed(problem);
        }
    }

    private MatchSnapshot next() {
        if (depth == open.length) {
            MatchSnapshot[] longer = Arrays.copyOf(open, depth + 4);
            for (int i = depth; i < longer.length; i++) {
                longer[i] = new MatchSnapshot();
            }
            open = longer;
        }
        return open[depth];
    }

    private void push() {
        depth++;
        listen();
    }

    /** Has changes reported while there is a snapshot. While the world is lent, structure does not change. */
    private void listen() {
        if (worker == null) {
            store.structure().iterating(depth > 0);
        }
    }
}
