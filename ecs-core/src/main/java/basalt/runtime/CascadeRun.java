package basalt.runtime;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Component;
import basalt.component.TreeType;
import basalt.internal.HiddenCopy;
import basalt.match.ChangeFilter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.storage.Blocks;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BufferUtil;

/**
 * The runs of a cascade, one at a time: it finds the rows to visit, splits them into pieces, and visits them. No row is
 * visited before all rows of the level above.
 *
 * <p>Pieces are ranges of its runs of rows. Those of a phase run at the same time. A large level is a phase of its own;
 * neighbouring small ones are one piece together.
 *
 * <pre>
 *   levels   0 1 2    3            4
 *   pieces   0        1 2          3 4 5 6 7
 *   phases   0        1            2
 * </pre>
 */
public final class CascadeRun {
    /** Visits the rows of some runs. */
    public interface Loop {
        void run(
                RowContext context,
                MatchedRows matches,
                int strikes,
                CascadeOrder.Runs runs,
                int from,
                int to,
                Blocks blocks);
    }

    /**
     * The loops of a cascade.
     *
     * @param rows visits any rows
     * @param top visits the rows of a batch that have no parent; null if only {@code rows} does
     * @param below likewise for those that have one
     */
    public record Loops(Loop rows, KernelDriver top, KernelDriver below) {}

    private final RowQuery query;
    private final Loops loops;
    private final boolean isUp;
    private final CascadeOrder order;
    private final CascadeChanges changes;
    private final IterationContext.Loop allPieces = (context, matching) -> runAll(context);
    private final AtomicBoolean isOpen = new AtomicBoolean();

    /** The pieces that have not been run to their ends. */
    private final AtomicInteger left = new AtomicInteger();

    /** The thread's memory for the rows of a batch. A cascade in a body has another one, as it is another object. */
    private final ThreadLocal<ByteBuffer> entries =
            ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(MatchedBlock.BYTES + Long.SIZE));

    private MatchedRows matches;
    private int strikes;
    private CascadeOrder.Runs runs;

    /** The first run of each piece, and the end of the last one. */
    private int[] starts = new int[2];

    /** For each piece the end of its phase. */
    private int[] phaseEnds = new int[1];

    private int pieces;

    /**
     * A cascade before its first run.
     *
     * @param hasTop whether rows without a parent are visited
     * @param isUp whether children come before their parents
     * @param changes finds the rows to visit; null for all
     */
    public CascadeRun(
            RowQuery query, TreeType tree, Loops loops, boolean hasTop, boolean isUp, CascadeChanges changes) {
        this.query = query;
        this.loops = loops;
        this.isUp = isUp;
        this.order = new CascadeOrder(query.store(), query.store().trees().of(tree), hasTop, isUp);
        this.changes = changes;
    }

    RowQuery query() {
        return query;
    }

    /** The conditions on changes that decide which rows are visited; null if all are. */
    ChangeFilter changes() {
        return changes == null ? null : changes.filter();
    }

    /** Whether the levels may be split: children in several pieces would write one parent. */
    boolean isDivisible() {
        return !isUp;
    }

    boolean isSpecialised() {
        return HiddenCopy.isCopy(loops.rows());
    }

    /** Runs all, in one piece. It counts as writing these components in all rows that it visits. */
    void runNow(List<Component<?>> written) {
        if (changes != null) {
            changes.query().context(); // checks that the system may look for changes
        }
        IterationContext here = query.context();
        RowContext run = here.context(query.declared(), query.filter());
        try {
            MatchedRows taken = here.take(query.filter());
            try {
                open(here, taken);
                recordWrites(here, written);
            } catch (Throwable e) {
                here.end(taken, e);
                throw e;
            }
            try {
                here.run(allPieces, run, taken, null);
            } catch (Throwable e) {
                failed();
                throw e;
            }
        } finally {
            run.close();
        }
    }

    private void recordWrites(IterationContext here, List<Component<?>> written) {
        try {
            matches.writes(written);
            for (int i = 0; i < written.size(); i++) {
                Component<?> component = written.get(i);
                if (query.store().changeTracker().isTracked(component.id(), changes()) && here.mayWrite(component)) {
                    recordWrite(component);
                }
            }
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    private void runAll(RowContext context) {
        try {
            for (int piece = 0; piece < pieces; piece++) {
                run(context, piece);
            }
        } finally {
            close();
        }
    }

    /** Begins a run: finds the rows to visit and their order, as one piece; returns the number of rows. */
    int open(IterationContext here, MatchedRows all) {
        if (!isOpen.compareAndSet(false, true)) {
            throw new IllegalStateException("the cascade is running: its body, or a system beside this one, runs it;"
                    + " make another kernel of the query");
        }
        try {
            matches = all;
            order.update(all);
            strikes = all.strikes;
            runs = changes == null ? order.runs() : changes.select(here, order);
            pieces = 0;
            if (runs.count() > 0) {
                addPiece(0);
                endPhase(0, runs.count());
            }
            left.set(pieces);
        } catch (Throwable e) {
            failed();
            isOpen.set(false);
            throw e;
        }
        return runs.rows();
    }

    /** Records writes of a component in all rows that will be visited. */
    void recordWrite(Component<?> component) {
        if (changes == null) {
            matches.recordWrite(query.store().changeTracker(), component);
        } else {
            changes.recordWrites(component);
        }
    }

    /** Splits the levels into pieces of about that many rows. */
    void cut(int rowsPerPiece) {
        pieces = 0;
        boolean isSmallBefore = false;
        for (int level = 0; level < runs.levels(); level++) {
            int start = runs.start(level);
            int size = runs.end(level) - start;
            int cuts = Math.max(1, Math.min(size, runs.rows(level) / rowsPerPiece));
            if (size == 0 || cuts == 1 && isSmallBefore) {
                starts[pieces] = runs.end(level);
                continue;
            }
            int phase = pieces;
            for (int i = 0; i < cuts; i++) {
                int first = runs.startOfBatch(start + (int) ((long) size * i / cuts));
                if (i == 0 || first > starts[pieces - 1]) { // words are of one piece
                    addPiece(first);
                }
            }
            endPhase(phase, runs.end(level));
            isSmallBefore = cuts == 1;
        }
        left.set(pieces);
    }

    private void addPiece(int start) {
        if (pieces + 1 == starts.length) {
            phaseEnds = Arrays.copyOf(phaseEnds, 2 * starts.length);
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[pieces++] = start;
    }

    private void endPhase(int first, int endOfRuns) {
        starts[pieces] = endOfRuns;
        Arrays.fill(phaseEnds, first, pieces, pieces);
    }

    int pieces() {
        return pieces;
    }

    /** The first piece of the next phase, or the number of pieces. */
    int endOfPhase(int piece) {
        return phaseEnds[piece];
    }

    void run(RowContext context, int piece) {
        visit(context, starts[piece], starts[piece + 1]);
        left.decrementAndGet();
    }

    /** Visits dense batches by their words, and the runs before, between and after them row by row. */
    private void visit(RowContext context, int from, int to) {
        Blocks blocks = query.store().blocks();
        int done = from;
        int level = -1;
        for (int batch = runs.batchOf(from); runs.firstRun(batch) < to; batch++) {
            int first = runs.firstRun(batch);
            boolean isTop = runs.parent(first) == CascadeOrder.Runs.NONE;
            KernelDriver loop = isTop ? loops.top() : loops.below();
            if (loop == null || !runs.isDense(batch)) {
                continue;
            }
            if (done < first) {
                loops.rows().run(context, matches, strikes, runs, done, first, blocks);
                done = first;
            }
            if (matches.strikes != strikes) {
                break;
            }
            if (level < 0 || first >= runs.end(level)) {
                level = beginLevel(context, level + 1, first, to);
            }
            visitBatch(loop, context, batch, blocks);
            done = runs.firstRun(batch + 1);
        }
        if (done < to) {
            loops.rows().run(context, matches, strikes, runs, done, to, blocks);
        }
    }

    /** The level of a run, at or below a level. */
    private int beginLevel(RowContext context, int atLeast, int run, int to) {
        int level = atLeast;
        while (run >= runs.end(level)) {
            level++;
        }
        boolean areListed = runs.areScattered(level, Math.min(to, runs.end(level)) - run);
        context.setParents(areListed ? runs.firstParent(level) : 0, areListed ? runs.endOfParents(level) : 0);
        return level;
    }

    private void visitBatch(KernelDriver loop, RowContext context, int batch, Blocks blocks) {
        int first = runs.firstRun(batch);
        int row = runs.first(first);
        int firstWord = (row & ROW_MASK & -CascadeOrder.Runs.ROWS_OF_BATCH) >>> 6;
        long entry = BufferUtil.address(entries.get()) + Long.SIZE - 1 & -Long.SIZE;
        MatchedBlock.clear(entry, blocks.base(row >>> ROW_BITS));
        for (int word = 0; word < CascadeOrder.Runs.WORDS_OF_BATCH; word++) {
            MatchedBlock.put(entry, firstWord + word, runs.word(batch, word));
        }
        CascadeOrder.Runs runsBefore = context.runs();
        int firstBefore = context.firstRun();
        int endBefore = context.endOfRuns();
        long[] blocksBefore = context.blocks();
        context.setRuns(runs, first, runs.firstRun(batch + 1), blocks.addresses());
        try {
            loop.run(context, matches, entry, firstWord, firstWord + CascadeOrder.Runs.WORDS_OF_BATCH);
        } finally {
            context.setRuns(runsBefore, firstBefore, endBefore, blocksBefore);
        }
    }

    /** Ends the run. If not all pieces have been run to their ends, or rows were skipped, it has failed. */
    void close() {
        if (left.get() > 0 || matches.strikes != strikes) {
            failed();
        } else if (changes != null) {
            changes.succeeded(order);
        }
        isOpen.set(false);
    }

    /** Called if the last run has failed, also after it was closed: its changes count as not seen. */
    void failed() {
        if (changes != null) {
            changes.failed();
        }
    }
}
