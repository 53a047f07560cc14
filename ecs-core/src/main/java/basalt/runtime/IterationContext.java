package basalt.runtime;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.command.CommandQueue;
import basalt.component.Column;
import basalt.component.Component;
import basalt.internal.Friend;
import basalt.internal.HiddenCopy;
import basalt.internal.Strict;
import basalt.match.ChangeFilter;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.memory.MemorySource;
import basalt.memory.block.ArenaAccess;
import basalt.memory.frame.FrameArena;
import basalt.storage.access.Store;
import basalt.storage.access.WorkerAccess;
import basalt.storage.space.CellSearch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * The state of one thread that iterates over a world's rows: its frame arena, its open matches, innermost last, and
 * its recorder of commands. {@link OwnerContext} is the context of the world's own thread, {@link Worker} that of a
 * schedule's worker.
 *
 * <p>The objects are kept for reuse, so a run makes no garbage.
 */
public abstract class IterationContext implements ChangeFilter.WriteCheck {
    private static final Friend<FrameArena, ArenaAccess> ARENAS = Friend.of(FrameArena.class, ArenaAccess.class);

    /** Runs a body over matching rows. */
    public interface Loop {
        void run(RowContext context, MatchedRows matches);
    }

    private final Store store;
    private final FrameArena frame;
    private final ArenaAccess arena;
    private final FrameArena tickFrame;
    private final ArenaAccess tickArena;
    private final WorkerAccess worker;
    private final RowContext context;
    private final CommandQueue queue;
    private final CellSearch search = new CellSearch();

    /** Whether the rows of all runs, loops and cursors are counted: while a system runs. */
    private boolean isCounting;

    private long countedRows;
    private MatchedRows[] open = new MatchedRows[0];
    private int depth;
    private int runs;

    /** Strict mode: the contexts of the rows of all runs, outermost first. Otherwise all runs use {@link #context}. */
    private final List<RowContext> running = new ArrayList<>();

    /** Number of times that commands were applied on this thread. */
    int applications;

    /**
     * A context without open matches.
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
        this.context = new RowContext(store, null, null, null, queue);
    }

    public final Store store() {
        return store;
    }

    public final FrameArena frame() {
        return frame;
    }

    public final ArenaAccess arena() {
        return arena;
    }

    public final FrameArena tickArena() {
        return tickFrame;
    }

    final ArenaAccess tickAccess() {
        return tickArena;
    }

    public final CommandQueue queue() {
        return queue;
    }

    /** Of the questions of this thread to grids. */
    public final CellSearch search() {
        return search;
    }

    /** Makes the calling thread the one that iterates. */
    final void takeOver() {
        arena.moveToCurrentThread();
        tickArena.moveToCurrentThread();
        context.moveToCurrentThread();
    }

    final void startCounting() {
        isCounting = true;
        countedRows = 0;
    }

    final long stopCounting() {
        isCounting = false;
        return countedRows;
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
    public final void checkRead(Column column) {
        if (Strict.ON && worker != null) {
            worker.access().checkRead(column.component(), column);
            worker.checkAll(column);
        }
    }

    /** Whether the code that runs now may write a component: a system must have declared it. */
    public final boolean mayWrite(Component<?> component) {
        return worker == null || worker.access().writes(component);
    }

    /**
     * Strict mode: throws if the running system has not declared one of the components, or if the query could find
     * entities that another system spawns and the declarations say that it does not.
     */
    public final void checkPresence(Filter filter, List<Component<?>> components) {
        if (Strict.ON && worker != null) {
            components.forEach(worker.access()::checkPresence);
            worker.access().checkSpawns(kind -> filter.matchesKind(kind.stream().toArray()));
        }
    }

    /** Strict mode: throws if the running system must not read the columns of a query's conditions on values. */
    public final void checkValues(Filter filter) {
        if (Strict.ON && filter.values() != null) {
            filter.values().columns().forEach(this::checkRead);
        }
    }

    /** Strict mode: throws if the running system must not use the query's conditions on changes. */
    public final void checkChanges(Filter filter, List<Component<?>> components) {
        if (Strict.ON && worker != null && filter.changeFilter() != null) {
            for (Component<?> component : components) {
                if (filter.changeFilter().looksForWrites(component.id())) {
                    worker.access().checkChanges(component);
                }
            }
        }
    }

    /** Called after matching rows were opened or closed. The structure does not change while workers run. */
    private void openedOrClosed(boolean isAnyOpen) {
        if (worker == null) {
            store.structure().iterating(isAnyOpen);
        }
    }

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
        return Strict.ON ? new RowContext(store, declared, filter, worker, queue) : context;
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

    public final int iterations() {
        return depth;
    }

    /** Takes the matching rows of a run, and clears the changes that the query has collected. */
    public final MatchedRows take(Filter filter) {
        checkReader(filter);
        MatchedRows taken = open(filter);
        if (isCounting) {
            countedRows += taken.countRows();
        }
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

    /** Takes the matching rows without clearing changes. Structural changes are reported to it. */
    public final MatchedRows open(Filter filter) {
        MatchedRows matches = openDetached(filter);
        push();
        return matches;
    }

    public final MatchedRows openEmpty(Filter filter, int blocks) {
        MatchedRows matches = next();
        matches.openEmpty(filter, blocks, arena);
        push();
        return matches;
    }

    /**
     * Takes the matching rows to which no changes are reported: the rows stay those that matched. No iteration
     * may start before it is closed.
     */
    public final MatchedRows openDetached(Filter filter) {
        MatchedRows matches = next();
        matches.open(filter, store, arena, context);
        return matches;
    }

    /** Closes matching rows of {@link #openDetached}. */
    public final void closeDetached(MatchedRows matches) {
        matches.close(arena);
    }

    /** Ends the innermost iteration. */
    public final void close(MatchedRows matches) {
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

    /** Whether matching rows of a filter are open. */
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

    /** Removes rows that no longer match from the open matches. */
    final void notifyMatches(long base, int word, long rows) {
        for (int i = 0; i < depth; i++) {
            open[i].rowsChanged(base, word, rows);
        }
    }

    /** Sets the new address of a block in the open matches, and in rows and spans. */
    final void notifyMoved(int block, long from, long to) {
        for (int i = 0; i < depth; i++) {
            open[i].blockMoved(block, from, to);
        }
        context.blockMoved(from, to);
        for (int i = 0; i < running.size(); i++) {
            running.get(i).blockMoved(from, to);
        }
    }

    /** Runs a loop over matching rows, and closes the matches. Recorded commands are applied or discarded. */
    public final void run(Loop loop, RowContext context, MatchedRows matches) {
        run(loop, context, matches, null);
    }

    /**
     * Runs two loops over matching rows, and closes it. The second one, which may be null, also runs if the first one
     * fails. Recorded commands are applied or discarded.
     */
    final void run(Loop loop, RowContext context, MatchedRows matches, Loop afterwards) {
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
    public final void end(MatchedRows matches, Throwable thrown) {
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

    private MatchedRows next() {
        if (depth == open.length) {
            MatchedRows[] longer = Arrays.copyOf(open, depth + 4);
            for (int i = depth; i < longer.length; i++) {
                longer[i] = new MatchedRows();
            }
            open = longer;
        }
        return open[depth];
    }

    private void push() {
        depth++;
        openedOrClosed(depth > 0);
    }

    /** Runs a body over matching rows of one block. */
    public interface KernelDriver extends IterationContext.Loop {
        /** Runs the body. */
        void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord);

        /** Whether its class was made for one body. */
        default boolean isSpecialised() {
            return HiddenCopy.isCopy(this);
        }

        @Override
        default void run(RowContext context, MatchedRows matches) {
            run(2, this, context, matches, 0, 0, matches.count(), 0);
        }

        /** Runs a loop over a range of matching rows: from a word of an entry to a word of another one. */
        static void run(
                KernelDriver driver,
                RowContext context,
                MatchedRows matches,
                int firstEntry,
                int firstWord,
                int lastEntry,
                int endWord) {
            run(2, driver, context, matches, firstEntry, firstWord, lastEntry, endWord);
        }

        /**
         * The JIT inlines calls at most 15 deep ({@code MaxInlineLevel}). If it inlined a kernel's loop into all of its
         * callers, the last calls of a body that checks a handle would be real ones, which makes the body up to ten
         * times slower. So the loop is called by a method that has called itself twice, which the JIT does not inline
         * ({@code MaxRecursiveInlineLevel} is 1): the count of 15 starts again there.
         */
        private static void run(
                int calls,
                KernelDriver driver,
                RowContext context,
                MatchedRows matches,
                int firstEntry,
                int firstWord,
                int lastEntry,
                int endWord) {
            if (calls > 0) {
                run(calls - 1, driver, context, matches, firstEntry, firstWord, lastEntry, endWord);
                return;
            }
            int word = firstWord;
            for (int i = firstEntry; i < lastEntry; i++) {
                driver.run(context, matches, matches.entry(i), word, WORDS);
                word = 0;
            }
            if (endWord > word) {
                driver.run(context, matches, matches.entry(lastEntry), word, endWord);
            }
        }

        /** The body, unless it is null. */
        static <B> B require(B body) {
            if (body == null) {
                throw new IllegalArgumentException("body must not be null: pass the code for each row or span");
            }
            return body;
        }
    }
}
