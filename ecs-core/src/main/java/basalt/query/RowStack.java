package basalt.query;

import basalt.runtime.RowContext;
import basalt.runtime.RowQuery;
import java.util.Arrays;

/** The reusable rows and spans of one context: one of each kind for each level of nested runs. */
final class RowStack implements RowContext.ReusableRows {
    /** Levels that are allocated together, so that the rows of two workers do not share cache lines. */
    private static final int USUAL_DEPTH = 4;

    private final RowContext context;
    private KernelRow[] kernelRows = new KernelRow[0];
    private Span.KernelSpan[] kernelSpans = new Span.KernelSpan[0];
    private RelatedRow.Partner[] partnerRows = new RelatedRow.Partner[0];
    private RelatedRow.Parent[] parentRows = new RelatedRow.Parent[0];
    private Span[] checkedSpans = new Span[0];
    private int depth;
    private RowContext partners;

    private RowStack(RowContext context) {
        this.context = context;
    }

    /** The stack of a context; always the same. */
    static RowStack of(RowContext context) {
        RowContext.ReusableRows rows = context.rows();
        return rows != null ? (RowStack) rows : firstOf(context);
    }

    private static RowStack firstOf(RowContext context) {
        RowStack rows = new RowStack(context);
        context.rows(rows);
        return rows;
    }

    /** Begins a run, and returns its row. {@link #end} ends the run. */
    KernelRow begin() {
        int level = enter();
        return kernelRows[level];
    }

    /** Begins a run, and returns its span. {@link #end} ends the run. */
    Span.KernelSpan beginSpan() {
        int level = enter();
        return kernelSpans[level];
    }

    /** The span of the innermost run. */
    Span.KernelSpan span() {
        return kernelSpans[depth - 1];
    }

    /** Begins a run that uses a span of its own. {@link #end} ends the run. */
    Span begin(Span.CheckedSpan span) {
        int level = enter();
        checkedSpans[level] = span;
        return span;
    }

    /** The partner row of the innermost run. */
    RelatedRow.Partner partner() {
        return partnerRows[depth - 1];
    }

    /** Strict mode: sets the partner row of one call of the innermost body. */
    RelatedRow.Partner partner(RelatedRow.Partner ofCall) {
        partnerRows[depth - 1] = ofCall;
        return ofCall;
    }

    /** The parent row of the innermost run, in no block. */
    RelatedRow.Parent parent(boolean isWritable) {
        return parentRows[depth - 1].begin(isWritable);
    }

    /** Strict mode: the context of the partner rows. Each of these rows is valid for one call of the body. */
    RowContext ofPartners(RowQuery rowQuery) {
        if (partners == null) {
            partners = rowQuery.context().context(rowQuery.declared(), rowQuery.filter());
        }
        return partners;
    }

    /** Enters a level, allocates its rows and spans if needed, and returns its number. */
    private int enter() {
        if (depth == kernelRows.length) {
            deepen();
        }
        return depth++;
    }

    private void deepen() {
        KernelRow[] moreKernelRows = Arrays.copyOf(kernelRows, depth + USUAL_DEPTH);
        Span.KernelSpan[] moreKernelSpans = Arrays.copyOf(kernelSpans, depth + USUAL_DEPTH);
        RelatedRow.Partner[] morePartnerRows = Arrays.copyOf(partnerRows, depth + USUAL_DEPTH);
        RelatedRow.Parent[] moreParentRows = Arrays.copyOf(parentRows, depth + USUAL_DEPTH);
        Span[] moreCheckedSpans = Arrays.copyOf(checkedSpans, depth + USUAL_DEPTH);
        for (int i = depth; i < moreKernelRows.length; i++) {
            moreKernelRows[i] = new KernelRow(context, RowContext.NO_BLOCK, 0);
            moreKernelSpans[i] = new Span.KernelSpan(context);
            morePartnerRows[i] = new RelatedRow.Partner(context, RowContext.NO_BLOCK, 0, null);
            moreParentRows[i] = new RelatedRow.Parent(context, RowContext.NO_BLOCK, 0);
        }
        checkedSpans = moreCheckedSpans;
        parentRows = moreParentRows;
        partnerRows = morePartnerRows;
        kernelSpans = moreKernelSpans; // all or none: a full heap or stack fails above
        kernelRows = moreKernelRows;
    }

    void end() {
        depth--;
        if (checkedSpans[depth] != null) {
            checkedSpans[depth] = null;
        }
    }

    @Override
    public void blockMoved(long from, long to) {
        for (int i = 0; i < kernelRows.length; i++) { // all levels, so that none has an address of freed memory
            kernelRows[i].blockMoved(from, to);
            kernelSpans[i].blockMoved(from, to);
            partnerRows[i].blockMoved(from, to);
            parentRows[i].blockMoved(from, to);
            if (checkedSpans[i] != null) {
                checkedSpans[i].blockMoved(from, to);
            }
        }
    }
}
