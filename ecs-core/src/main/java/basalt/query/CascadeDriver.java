package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.compiler.KernelBody;
import basalt.compiler.VectorKernel;
import basalt.compiler.VectorLoop.RestOfWord;
import basalt.internal.HiddenCopy;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.CascadeOrder;
import basalt.runtime.CascadeRun;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;
import java.lang.invoke.MethodHandles;

/**
 * The loop around the bodies of a cascade. Like {@link RowDriver}, it is defined again for each kernel, with the bodies
 * as a constant, and its loops are made in the same way.
 *
 * <p>As long as the matches stay as they were taken, all rows of a run are visited without a look at them. After a
 * strike, each row is visited only if it and its parent are still in the matches.
 */
final class CascadeDriver implements CascadeRun.Loop, KernelDriver, RestOfWord {
    private static final CascadeKernel.Body CONSTANT =
            HiddenCopy.classData(MethodHandles.lookup(), CascadeKernel.Body.class);

    private static final int ROW_BOUND = 2 * ROWS - 1;

    /**
     * See {@code KernelDriver}: keeps the JIT from inlining the loop into its callers, so that it can inline the body.
     */
    private static final int CALLS = 2;

    private final CascadeKernel.Body body;

    CascadeDriver(CascadeKernel.Body body) {
        this.body = body;
    }

    /** The loops of a body, with a driver class of its own, or the ordinary one if specialisation is not possible. */
    static CascadeRun.Loops specialised(CascadeKernel.Body body) {
        CascadeDriver driver = new CascadeDriver(body);
        CascadeRun.Loop rows = HiddenCopy.of(
                MethodHandles.lookup(),
                CascadeDriver.class,
                CascadeKernel.Body.class,
                body,
                driver,
                HiddenCopy.ENABLED);
        return new CascadeRun.Loops(rows, translated(body.topCode(), rows), translated(body.belowCode(), rows));
    }

    /** The loop with a form of vectors; null if there can be none. */
    private static KernelDriver translated(KernelBody code, CascadeRun.Loop rows) {
        KernelDriver loop = VectorKernel.of(code, (KernelDriver) rows);
        return loop == rows ? null : loop;
    }

    @Override
    public void run(
            RowContext context,
            MatchedRows matches,
            int strikes,
            CascadeOrder.Runs runs,
            int from,
            int to,
            Blocks blocks) {
        RowStack rows = RowStack.of(context);
        KernelRow row = rows.begin();
        row.exit();
        try {
            RelatedRow.Shared parent = rows.shared(body.isUp());
            if (matches.strikes == strikes) {
                run(CALLS, row, parent, matches, runs, from, to, 0, ROWS, blocks);
            } else {
                visitRest(row, parent, matches, runs, from, to, 0, blocks);
            }
        } finally {
            rows.end();
        }
    }

    /** Visits those of the context's runs that are in some words. After a strike, it visits the rest of all of them. */
    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord) {
        visit(context, matches, entry, fromWord << 6, toWord << 6);
    }

    @Override
    public void run(RowContext context, MatchedRows matches, long entry, int fromRow) {
        if (context != null) { // else the loop of vectors is warmed up
            visit(context, matches, entry, fromRow, (fromRow | 63) + 1);
        }
    }

    private void visit(RowContext context, MatchedRows matches, long entry, int fromRow, int toRow) {
        if (MatchedBlock.nextMatch(entry, fromRow) >= toRow) {
            return; // there was a strike
        }
        Blocks blocks = context.store().blocks();
        CascadeOrder.Runs runs = context.runs();
        int end = context.endOfRuns();
        int strikes = matches.strikes;
        RowStack rows = RowStack.of(context);
        KernelRow row = rows.begin();
        row.exit();
        try {
            int first = runs.firstRun(context.firstRun(), end, fromRow);
            run(CALLS, row, rows.shared(body.isUp()), matches, runs, first, end, fromRow, toRow, blocks);
            if (matches.strikes != strikes) {
                MatchedBlock.clear(entry, blocks.base(runs.first(end - 1) >>> ROW_BITS)); // which may have moved
            }
        } finally {
            rows.end();
        }
    }

    /** Visits those rows of the runs that are in a range of rows of their block. */
    private void run(
            int calls,
            KernelRow row,
            RelatedRow.Shared parent,
            MatchedRows matches,
            CascadeOrder.Runs runs,
            int firstRun,
            int endOfRuns,
            int fromRow,
            int toRow,
            Blocks blocks) {
        if (calls > 0) {
            run(calls - 1, row, parent, matches, runs, firstRun, endOfRuns, fromRow, toRow, blocks);
            return;
        }
        int strikes = matches.strikes;
        for (int i = firstRun; i < endOfRuns; i++) {
            int first = runs.first(i) & ROW_MASK;
            int to = Math.min(first + runs.length(i), toRow);
            if (first >= toRow) {
                return;
            }
            enter(row, parent, runs, i, blocks);
            int done = visit(row, parent, matches, runs.parent(i), Math.max(first, fromRow), to);
            if (matches.strikes != strikes) {
                visitRest(row, parent, matches, runs, i, endOfRuns, done - first, blocks);
                return;
            }
        }
    }

    /** Moves the rows to the blocks of a run and its parent. */
    private static void enter(KernelRow row, RelatedRow.Shared parent, CascadeOrder.Runs runs, int run, Blocks blocks) {
        row.reenter(blocks.base(runs.first(run) >>> ROW_BITS));
        int above = runs.parent(run);
        if (above != CascadeOrder.Runs.NONE) {
            parent.at(blocks.base(above >>> ROW_BITS), above & ROW_MASK);
        }
    }

    /** Visits rows of a run; returns the row after the last one done, which is {@code to} unless there was a strike. */
    private int visit(KernelRow row, RelatedRow.Shared parent, MatchedRows matches, int above, int from, int to) {
        return above == CascadeOrder.Runs.NONE ? top(row, matches, from, to) : below(row, parent, matches, from, to);
    }

    private int top(KernelRow row, MatchedRows matches, int from, int to) {
        RowBody inlined = CONSTANT != null ? CONSTANT.top() : body.top();
        int first = from & ROW_BOUND;
        int end = to & ROW_BOUND;
        int strikes = matches.strikes;
        for (int at = first; at < end; at++) {
            Row here = row.at(at);
            inlined.accept(here);
            here.leave();
            if (matches.strikes != strikes) {
                return at + 1;
            }
        }
        return to;
    }

    private int below(KernelRow row, RelatedRow.Shared parent, MatchedRows matches, int from, int to) {
        PairQuery.Body inlined = CONSTANT != null ? CONSTANT.below() : body.below();
        int first = from & ROW_BOUND;
        int end = to & ROW_BOUND;
        int strikes = matches.strikes;
        for (int at = first; at < end; at++) {
            Row here = row.at(at);
            RelatedRow.Shared above = parent.forCall();
            inlined.accept(here, above);
            here.leave();
            above.leave();
            if (matches.strikes != strikes) {
                return at + 1;
            }
        }
        return to;
    }

    /** Visits the rest of a run, and all later ones, after a strike. */
    private void visitRest(
            KernelRow row,
            RelatedRow.Shared parent,
            MatchedRows matches,
            CascadeOrder.Runs runs,
            int firstRun,
            int endOfRuns,
            int firstRow,
            Blocks blocks) {
        int done = firstRow;
        for (int i = firstRun; i < endOfRuns; i++) {
            int above = runs.parent(i);
            for (; done < runs.length(i); done++) {
                int next = runs.first(i) + done;
                if (matches.containsRow(next) && (above == CascadeOrder.Runs.NONE || matches.containsRow(above))) {
                    enter(row, parent, runs, i, blocks);
                    visit(row, parent, matches, above, next & ROW_MASK, (next & ROW_MASK) + 1);
                }
            }
            done = 0;
        }
    }
}
