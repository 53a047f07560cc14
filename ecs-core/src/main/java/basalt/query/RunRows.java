package basalt.query;

import basalt.runtime.RowContext;
import java.util.Arrays;
import java.util.List;

/** The rows and spans that go through the runs of one context: one of each kind for each depth of nesting, reused. */
final class RunRows {
    /** Made together, so that the rows of two workers lie some cache lines apart. */
    private static final int USUAL_DEPTH = 4;

    private final RowContext context;
    private final RowMarks looseMarks;
    private KernelRow[] kernelRows = new KernelRow[0];
    private KernelSpan[] kernelSpans = new KernelSpan[0];
    private MarkedRow[] markedRows = new MarkedRow[0];
    private int depth;

    private RunRows(RowContext context) {
        this.context = context;
        this.looseMarks = new RowMarks(context.changes(), null, List.of());
    }

    /** Those of a context; always the same. */
    static RunRows of(RowContext context) {
        Object rows = context.rows();
        return rows != null ? (RunRows) rows : firstOf(context);
    }

    private static RunRows firstOf(RowContext context) {
        RunRows rows = new RunRows(context);
        context.rows(rows);
        return rows;
    }

    /** What rows mark that are handed out singly. */
    RowMarks looseMarks() {
        return looseMarks;
    }

    /** The row that goes through a run of a kernel. Ends with {@link #end}. */
    KernelRow begin() {
        int level = enter();
        return kernelRows[level];
    }

    /** As {@link #begin()}, the span that goes through a run. */
    KernelSpan beginSpan() {
        int level = enter();
        return kernelSpans[level];
    }

    /** As {@link #begin()}, for cold code. */
    MarkedRow begin(RowMarks marksOfRun) {
        int level = enter();
        MarkedRow row = markedRows[level];
        row.begin(marksOfRun);
        return row;
    }

    /** Goes a level deeper, for which there are a row of each kind and a span then; gives back which level. */
    private int enter() {
        if (depth == kernelRows.length) {
            deepen();
        }
        return depth++;
    }

    private void deepen() {
        KernelRow[] moreKernelRows = Arrays.copyOf(kernelRows, depth + USUAL_DEPTH);
        KernelSpan[] moreKernelSpans = Arrays.copyOf(kernelSpans, depth + USUAL_DEPTH);
        MarkedRow[] moreMarkedRows = Arrays.copyOf(markedRows, depth + USUAL_DEPTH);
        for (int i = depth; i < moreKernelRows.length; i++) {
            moreKernelRows[i] = new KernelRow(context, RowContext.NO_BLOCK, 0);
            moreKernelSpans[i] = new KernelSpan(context);
            moreMarkedRows[i] = new MarkedRow(context, RowContext.NO_BLOCK, 0, null);
        }
        kernelSpans = moreKernelSpans; // all or none: a heap or a stack that is full is found out above
        markedRows = moreMarkedRows;
        kernelRows = moreKernelRows;
    }

    void end() {
        depth--;
    }
}
