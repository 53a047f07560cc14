package basalt.runtime;

import basalt.command.Commands;
import basalt.command.queue.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.Friend;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchSnapshot;
import basalt.match.WriteCheck;
import basalt.memory.MemorySource;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * The state of one thread that iterates over a world's rows: its frame arena, its open snapshots, innermost last, and
 * its recorder of commands. {@link OwnerContext} is the context of the world's own thread, {@link Worker} that of a
 * schedule's worker.
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
    private final Predicate<Column> mayWrite = this::mayWrite;
    private MatchSnapshot[] open = new MatchSnapshot[0];
    private int depth;
    private int runs;

    /** Strict mode: the contexts of the rows of all runs, outermost first. Otherwise all runs use {@link #context}. */
    private final List<RowContext> running = new ArrayList<>();

    /** Number of times that commands were applied on this thread. */
    int applications;

    /**
     * A context without open snapshots.
     *
     * @param worker the access of the worker; null for the world's own thread
     */
    IterationContext(Store store, FrameArena frame, FrameArena tickFrame, WorkerAccess worker, MemorySource source) {
        this.store = store;
        this.frame = frame;
        this.arena = ARENAS.internal(frame);
        arena.assignToWorld();
        this.tickFrame = tickFrame;
        this.tickArena = ARENAS.internal(tickFrame);
        tickArena.assignToWorld();
        this.worker = worker;
        this.queue = new CommandQueue(store, source, worker);
        this.commands = COMMANDS.exported(queue);
        this.context = RowContext.of(store, null, null, null, commands);
    }

    /** The world's rows. */
    public final Store store() {
        return store;
    }

    /** The thread's frame arena, for users. */
    public final FrameArena frame() {
        return frame;
    }

    /** The thread's frame arena, for the library. */
    public final ArenaAccess arena() {
        return arena;
    }

    /** The thread's part of the tick's arena. */
    public final FrameArena tickArena() {
        return tickFrame;
    }

    /** The thread's part of the tick's arena, for the library. */
    final ArenaAccess tickAccess() {
        return tickArena;
    }

    /** The recorder of the thread's commands. */
    public final Commands commands() {
        return commands;
    }

    /** The queue of the thread's commands. */
    public final CommandQueue queue() {
        return queue;
    }

    /** The state of this thread's reductions. */
    public final Accumulator accumulator() {
        return accumulator;
    }

    final RowCount rowCount() {
        return rowCount;
    }

    /**
     * Begins recording for a system. Strict mode makes a new recorder, so that it detects the use of one that was kept.
     */
    final void beginRecording() {
        queue.begin();
        commands = Strict.ON ? COMMANDS.exported(queue) : commands;
    }

    /** Releases the memory of the tick's arena and of the recorder. */
    final void closeMemory() {
        try {
            tickArena.moveToCurrentThread();
            tickArena.close();
        } finally {
            queue.close();
        }
    }

    /** Throws unless this context belongs to the calling thread now. */
    public abstract void checkThread();

    /** Strict mode: throws if the running system must not read the column in all rows of a query. */
    public abstract void checkRead(Column column);

    /** Whether the code that runs now may write a component: a system must have declared it. */
    public abstract boolean mayWrite(Component<?> component);

    /** Whether the code that runs now may write a column: a system must have declared it. */
    public abstract boolean mayWrite(Column column);

    /**
     * Strict mode: throws if the running system has not declared one of the components, or if the query could find
     * entities that another system spawns and the declarations say that it does not.
     */
    public abstract void checkPresence(Filter filter, List<Component<?>> components);

    /** Strict mode: throws if the running system must not read the columns of a query's conditions on values. */
    public final void checkValues(Filter filter) {
        if (Strict.ON && filter.values() != null) {
            filter.values().columns().forEach(this::checkRead);
        }
    }

    /** Strict mode: throws if the running system must not use the query's conditions on changes. */
    public abstract void checkChanges(Filter filter, List<Component<?>> components);

    /** Called after a snapshot was opened or closed. */
    abstract void openedOrClosed(boolean isAnyOpen);

    /**
     * Called at the end of the outermost run, if commands were recorded or applied during it.
     *
     * @param recordedBefore position of the queue at the start of the run; 0 if commands were applied meanwhile
     */
    abstract void settleOutermost(long recordedBefore);

    /** Strict mode: throws if a query for changes is run by a kernel that may be split, or by a second system. */
    public final void checkReader(Filter filter) {
        filter.checkReader(store, worker);
    }

    /** The context of the rows of a run. In strict mode each run has its own, which ends with the run. */
    public final RowContext context(Collection<Component<?>> declared, Filter filter) {
        return Strict.ON ? RowContext.of(store, declared, filter, worker, commands) : context;
    }

    /** Closes all iterations that are still open, after the code that opened them has ended. */
    public final boolean endAll() {
        return endTo(0);
    }

    /** Closes the iterations that are still open beyond a number of them, after the code that opened them has ended. */
    public final boolean endTo(int outside) {
        boolean nothingOpen = depth <= outside;
        while (depth > outside) {
            open[--depth].close(arena);
        }
        if (!nothingOpen) {
            openedOrClosed(depth > 0);
        }
        return nothingOpen;
    }

    /** The number of iterations that are open. */
    public final int iterations() {
        return depth;
    }

    /** Takes the snapshot of a run, and clears the changes that the query has collected. */
    public final MatchSnapshot take(Filter filter) {
        checkReader(filter);
        return clearChanges(filter, open(filter));
    }

    /** As {@link #take}, for the run of a pure kernel. */
    final MatchSnapshot takePure(Filter filter, List<Component<?>> declared) {
        return takePure(filter, declared, mayWrite);
    }

    /** As {@link #takePure}, for a kernel that may write the columns that the predicate accepts. */
    final MatchSnapshot takePure(Filter filter, List<Component<?>> declared, Predicate<Column> written) {
        checkReader(filter);
        MatchSnapshot matches = open(filter);
        try {
            matches.widen(arena, declared, written);
        } catch (Throwable e) {
            end(matches, e);
            throw e;
        }
        return clearChanges(filter, matches);
    }

    private MatchSnapshot clearChanges(Filter filter, MatchSnapshot taken) {
        rowCount.add(taken);
        filter.clearChanges(this);
        return taken;
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

    /** Records the writes that running kernels may still make, because a new query for changes is registered. */
    public final void recordOpenWrites() {
        for (int i = 0; i < depth; i++) {
            open[i].recordWrites(store.changeTracker());
        }
    }

    /** Takes a snapshot without clearing changes. Structural changes are reported to it. */
    public final MatchSnapshot open(Filter filter) {
        MatchSnapshot matches = openDetached(filter);
        push();
        return matches;
    }

    public final MatchSnapshot openEmpty(Filter filter, int blocks) {
        MatchSnapshot matches = next();
        matches.openEmpty(filter, blocks, arena);
        push();
        return matches;
    }

    /**
     * Takes a snapshot to which no changes are reported: it keeps the rows that matched when it was taken. No iteration
     * may start before it is closed.
     */
    public final MatchSnapshot openDetached(Filter filter) {
        MatchSnapshot matches = next();
        matches.open(filter, store, arena);
        return matches;
    }

    /** Closes a snapshot of {@link #openDetached}. */
    public final void closeDetached(MatchSnapshot matches) {
        matches.close(arena);
    }

    /** Ends the innermost iteration. */
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

    static IllegalStateException scopeLeftOpen() {
        return new IllegalStateException(
                "a scope of the frame arena that was opened during an iteration was still open at its end; close it "
                        + "first");
    }

    /** Whether a snapshot of a filter is open. */
    final boolean isIteratingOver(Filter filter) {
        for (int i = 0; i < depth; i++) {
            if (open[i].isOf(filter)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an iteration runs now. */
    public final boolean isRunning() {
        return depth > 0;
    }

    /** Removes rows that no longer match from the open snapshots. */
    final void notifySnapshots(long base, int word, long rows) {
        for (int i = 0; i < depth; i++) {
            open[i].rowsChanged(base, word, rows);
        }
    }

    /** Sets the new address of a block in the open snapshots, and in rows and spans. */
    final void notifyMoved(int block, long from, long to) {
        for (int i = 0; i < depth; i++) {
            open[i].blockMoved(block, from, to);
        }
        context.blockMoved(from, to);
        for (int i = 0; i < running.size(); i++) {
            running.get(i).blockMoved(from, to);
        }
    }

    /** Runs a loop over a snapshot, and closes the snapshot. Recorded commands are applied or discarded. */
    public final void run(SnapshotLoop loop, RowContext context, MatchSnapshot matches) {
        run(loop, context, matches, null);
    }

    /**
     * Runs two loops over a snapshot, and closes it. The second one, which may be null, also runs if the first one
     * fails. Recorded commands are applied or discarded.
     */
    final void run(SnapshotLoop loop, RowContext context, MatchSnapshot matches, SnapshotLoop afterwards) {
        long recordedBefore = queue.position();
        int appliedBefore = applications;
        Throwable thrown = null;
        runs++;
        try {
            try {
                if (Strict.ON && context != null) {
                    running.add(context);
                }
                loop.run(context, matches);
            } catch (Throwable e) {
                thrown = e;
                throw e;
            } finally {
                if (Strict.ON) {
                    running.remove(context);
                }
                if (afterwards != null) {
                    afterwards.run(context, matches);
                }
                end(matches, thrown);
            }
        } catch (Throwable e) {
            thrown = e;
            throw e;
        } finally {
            runs--;
            if (queue.position() != recordedBefore || applications != appliedBefore) {
                settleCommands(applications == appliedBefore ? recordedBefore : 0, thrown == null);
            }
        }
    }

    /**
     * Called at the end of a run: discards its commands if it has failed; otherwise the end of the outermost run
     * handles them.
     */
    private void settleCommands(long recordedBefore, boolean done) {
        if (!done) {
            queue.forget(recordedBefore);
        } else if (runs == 0) {
            settleOutermost(recordedBefore);
        }
    }

    /**
     * Closes an iteration after its body has ended, and the cursors that the body has left open. Open cursors are an
     * error; it is suppressed if the body has thrown.
     *
     * @param thrown the exception of the body; null if there is none
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
