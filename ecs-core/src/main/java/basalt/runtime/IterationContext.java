package basalt.runtime;

import static basalt.component.BlockLayout.WORDS;

import basalt.check.Strict;
import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.friend.Friend;
import basalt.memory.MemorySource;
import basalt.memory.access.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.snapshot.ChangeFilter;
import basalt.snapshot.Filter;
import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.WriteCheck;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * What one thread iterates over a world's rows with: its frame arena, the snapshots in it that are open now,
 * innermost last, and the recorder of its commands. {@link OwnerContext} is that of the world's own thread,
 * {@link Worker} that of a thread which works for a schedule.
 *
 * <p>Snapshot objects are kept for reuse, so a run makes no garbage.
 */
public abstract class IterationContext implements WriteCheck {
    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);
    private static final Friend<Commands, CommandQueue> COMMANDS = Friend.of(Commands.class, CommandQueue.class);

    private final Store store;
    private final FrameArena frame;
    private final ArenaAccess arena;
    private final FrameArena tickFrame;
    private final ArenaAccess tickArena;
    private final Accumulator accumulator = new Accumulator();
    private final WorkerAccess worker;
    private final RowContext context;
    private final CommandQueue queue;
    private Commands commands;
    private final RowCount rowCount = new RowCount();
    private MatchSnapshot[] open = new MatchSnapshot[0];
    private int depth;
    private int runs;

    /** How often commands were applied on this thread. */
    int applications;

    /**
     * A context in which nothing is open.
     *
     * @param store the world's rows
     * @param frame the thread's frame arena, which its users cannot close from now on
     * @param tickFrame the thread's part of the tick's arena
     * @param worker on whose behalf the thread comes; null for the world's own
     * @param source where recorded commands take memory from
     */
    IterationContext(Store store, FrameArena frame, FrameArena tickFrame, WorkerAccess worker, MemorySource source) {
        this.store = store;
        this.frame = frame;
        this.arena = ARENAS.inside(frame);
        arena.assignToWorld();
        this.tickFrame = tickFrame;
        this.tickArena = ARENAS.inside(tickFrame);
        tickArena.assignToWorld();
        this.worker = worker;
        this.queue = new CommandQueue(store, source, worker);
        this.commands = COMMANDS.outside(queue);
        this.context = RowContext.of(store, null, null, null, commands);
    }

    /**
     * The world's rows.
     *
     * @return the store
     */
    public final Store store() {
        return store;
    }

    /**
     * The thread's frame arena, as its users see it.
     *
     * @return the arena
     */
    public final FrameArena frame() {
        return frame;
    }

    /**
     * The thread's frame arena.
     *
     * @return the arena
     */
    public final ArenaAccess arena() {
        return arena;
    }

    /**
     * The thread's part of the tick's arena.
     *
     * @return the arena, in which nothing may be allocated but by {@link WorldRuntime#allocateForTick}
     */
    public final FrameArena tickArena() {
        return tickFrame;
    }

    /** The same, as its owner uses it. */
    final ArenaAccess tickAccess() {
        return tickArena;
    }

    /**
     * The recorder of the thread's commands.
     *
     * @return in strict mode another object for each system
     */
    public final Commands commands() {
        return commands;
    }

    /**
     * What stands behind the recorder.
     *
     * @return always the same object
     */
    public final CommandQueue queue() {
        return queue;
    }

    /**
     * The state of this thread's reductions.
     *
     * @return always the same object
     */
    public final Accumulator accumulator() {
        return accumulator;
    }

    final RowCount rowCount() {
        return rowCount;
    }

    /**
     * A thread comes in for a system. Strict mode gives it a recorder of its own, so that one which is kept is told.
     */
    final void beginRecording() {
        queue.begin();
        commands = Strict.ON ? COMMANDS.outside(queue) : commands;
    }

    /** Gives back what the tick's arena and the recorder hold. */
    final void closeMemory() {
        try {
            tickArena.moveToCurrentThread();
            tickArena.close();
        } finally {
            queue.close();
        }
    }

    /** Throws unless the calling thread is the one that this belongs to now. */
    public abstract void checkThread();

    /**
     * Strict mode: throws if a system runs here that must not read the column in all rows of a query.
     *
     * @param column what is read
     */
    public abstract void checkRead(Column column);

    /**
     * Whether a component may be written by what runs here: a system must have declared it.
     *
     * @param component a component
     * @return true if it may
     */
    public abstract boolean mayWrite(Component<?> component);

    /**
     * Whether a column may be written by what runs here: a system must have declared it.
     *
     * @param column a column
     * @return true if it may
     */
    public abstract boolean mayWrite(Column column);

    /**
     * Strict mode: throws if a system runs here that has not declared that it asks for one of the components, or that
     * counts as not looking at entities which others make and a query would find.
     *
     * @param filter the query's condition
     * @param components what is asked for
     */
    public abstract void checkSeen(Filter filter, List<Component<?>> components);

    /**
     * Strict mode: throws if a system runs here that must not look for the changes that a query looks for.
     *
     * @param filter the query's condition
     * @param components those of which it looks for changes, and others
     */
    public abstract void checkChanges(Filter filter, List<Component<?>> components);

    /** Called when the first snapshot was opened or the last one has ended. */
    abstract void openedOrClosed(boolean isAnyOpen);

    /**
     * Called when the outermost run has ended that has recorded or applied commands.
     *
     * @param recordedBefore where the recorder stood when it began; 0 if commands were applied meanwhile
     */
    abstract void settleOutermost(long recordedBefore);

    /**
     * Strict mode: throws if a query looks for changes, and is about to take them for a system that must not: a
     * kernel that may be split, or another system than the one that uses it.
     *
     * @param filter the query's condition
     */
    public final void checkReader(Filter filter) {
        filter.checkReader(store, worker);
    }

    /**
     * What the rows of a run share. In strict mode each run has a context of its own, which dies with it.
     *
     * @param declared the components that the query declares
     * @param filter what all rows of the run match, now and until structure changes
     * @return the context; close it when the run ends
     */
    public final RowContext context(Collection<Component<?>> declared, Filter filter) {
        return Strict.ON ? RowContext.of(store, declared, filter, worker, commands) : context;
    }

    /**
     * Ends all iterations that are still open, when the code that opened them has ended.
     *
     * @return false if there were any
     */
    public final boolean endAll() {
        boolean nothingOpen = depth == 0;
        while (depth > 0) {
            open[--depth].close(arena);
        }
        if (!nothingOpen) {
            openedOrClosed(false);
        }
        return nothingOpen;
    }

    /**
     * Takes the snapshot of a run: the query has seen then whatever changes it looks for.
     *
     * @param filter which rows match
     * @param pure whether rows without an entity may be in it
     * @return the snapshot; end it
     */
    public final MatchSnapshot take(Filter filter, boolean pure) {
        checkReader(filter);
        MatchSnapshot matches = open(filter, pure);
        rowCount.add(matches, pure);
        filter.seen(this);
        return matches;
    }

    @Override
    public boolean mayStillWrite(int id, ChangeFilter own) {
        for (int i = 0; i < depth; i++) {
            if (open[i].isWriting(id, own)) {
                return true;
            }
        }
        return false;
    }

    /** Records what kernels that run now may write yet, as a query looks for changes from now on. */
    public final void recordOpenWrites() {
        for (int i = 0; i < depth; i++) {
            open[i].recordWrites(store.changes());
        }
    }

    /**
     * Takes a snapshot that changes are reported to, just to look.
     *
     * @param filter which rows match
     * @param pure whether rows without an entity may be in it
     * @return the snapshot; close it
     */
    public final MatchSnapshot open(Filter filter, boolean pure) {
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
    public final MatchSnapshot openEmpty(Filter filter, int blocks) {
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
    public final MatchSnapshot openDetached(Filter filter, boolean pure) {
        MatchSnapshot matches = next();
        matches.open(filter, store, arena, pure);
        return matches;
    }

    /**
     * Ends a snapshot that no change was reported to.
     *
     * @param matches the snapshot
     */
    public final void closeDetached(MatchSnapshot matches) {
        matches.close(arena);
    }

    /**
     * Ends the innermost iteration.
     *
     * @param matches its snapshot
     * @throws IllegalStateException if it is not the innermost, or a scope of the frame arena was left open
     */
    public final void close(MatchSnapshot matches) {
        if (depth == 0 || open[depth - 1] != matches) {
            throw new IllegalStateException(
                    "iterations end in the reverse order of their start; close the inner one first");
        }
        depth--;
        openedOrClosed(depth > 0);
        if (!matches.close(arena)) {
            throw scopeLeftOpen();
        }
    }

    private static IllegalStateException scopeLeftOpen() {
        return new IllegalStateException(
                "a scope of the frame arena that was opened during an iteration was still open at its end; close it "
                        + "before");
    }

    /** Whether a snapshot of what a filter finds is open. */
    final boolean isIteratingOver(Filter filter) {
        for (int i = 0; i < depth; i++) {
            if (open[i].isOf(filter)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether an iteration runs now.
     *
     * @return true between the start and the end of a run or cursor
     */
    public final boolean isRunning() {
        return depth > 0;
    }

    /** Strikes rows out of the open snapshots that have stopped matching. */
    final void strikeOut(long base, int word, long rows) {
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
    public final void run(KernelDriver driver, RowContext context, MatchSnapshot matches) {
        run(driver, context, matches, null);
    }

    /**
     * Runs two drivers over a snapshot, the second one also if the first has failed, unless it is null; then ends it.
     * What they have recorded is applied or forgotten.
     */
    final void run(KernelDriver driver, RowContext context, MatchSnapshot matches, KernelDriver afterwards) {
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
     * A run has ended. What it has recorded is forgotten if it has failed; otherwise it is settled with the outermost
     * run.
     */
    private void settleCommands(long recordedBefore, boolean done) {
        if (!done) {
            queue.forget(recordedBefore);
        } else if (runs == 0) {
            settleOutermost(recordedBefore);
        }
    }

    /**
     * Ends an iteration whose body has ended. Cursors that the body has left open end with it; that is an error, but
     * does not hide what the body has thrown.
     *
     * @param matches its snapshot
     * @param thrown what the body has thrown; null if it has not
     */
    public final void end(MatchSnapshot matches, Throwable thrown) {
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
        openedOrClosed(depth > 0);
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
        openedOrClosed(depth > 0);
    }
}
