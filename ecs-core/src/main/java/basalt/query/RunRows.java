package basalt.query;

import basalt.runtime.QueryPlan;
import basalt.runtime.RowContext;
import java.util.Arrays;

/**
 * The rows and spans that go through the runs of kernels of one context: one of each kind for each depth of nesting,
 * reused.
 */
final class RunRows {
    /** Made together, so that the rows of two workers lie some cache lines apart. */
    private static final int USUAL_DEPTH = 4;

    private final RowContext context;
    private KernelRow[] kernelRows = new KernelRow[0];
    private KernelSpan[] kernelSpans = new KernelSpan[0];
    private PartnerRow[] partnerRows = new PartnerRow[0];
    private int depth;
    private RowContext partners;

    private RunRows(RowContext context) {
        this.context = context;
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

    /** The row that goes through the partners of the rows of the innermost {@link #begin()}. */
    PartnerRow partner() {
        return partnerRows[depth - 1];
    }

    /** Strict mode: what the partners' rows of this run share. Each such row ends with the call of the body. */
    RowContext ofPartners(QueryPlan plan) {
        if (partners == null) {
            partners = plan.context().context(plan.declared(), plan.filter());
        }
        return partners;
    }

    /** Goes a level deeper, for which there are rows and a span then; gives back which level. */
    private int enter() {
        if (depth == kernelRows.length) {
            deepen();
        }
        return depth++;
    }

    private void deepen() {
        KernelRow[] moreKernelRows = Arrays.copyOf(kernelRows, depth + USUAL_DEPTH);
        KernelSpan[] moreKernelSpans = Arrays.copyOf(kernelSpans, depth + USUAL_DEPTH);
        PartnerRow[] morePartnerRows = Arrays.copyOf(partnerRows, depth + USUAL_DEPTH);
        for (int i = depth; i < moreKernelRows.length; i++) {
            moreKernelRows[i] = new KernelRow(context, RowContext.NO_BLOCK, 0);
            moreKernelSpans[i] = new KernelSpan(context);
            morePartnerRows[i] = new PartnerRow(context, RowContext.NO_BLOCK, 0, null);
        }
        partnerRows = morePartnerRows;
        kernelSpans = moreKernelSpans; // all or none: a heap or a stack that is full is found out above
        kernelRows = moreKernelRows;
    }

    void end() {
        depth--;
    }
}
