package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.runtime.RowQuery;
import basalt.storage.Blocks;
import basalt.storage.Elements;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.Store;
import java.util.Arrays;

/**
 * The row of a kernel: a block's address and a row in it. Unchecked outside of strict mode. It records no writes: the
 * run records them for all of its matches. A class of its own, so that in a kernel's loop the JIT knows the exact type
 * of the row.
 */
final class KernelRow extends Row {
    private final RowContext context;
    private long base;

    /**
     * The entity index of the block's first row. A field, because the JIT moves its load out of a loop, unlike a load
     * from the block.
     */
    private int firstIndex;

    /** The offsets of the columns that lie in the block are at least this, and below {@link #endOfColumns}. */
    private int lowestColumn;

    private int endOfColumns;

    /** Strict mode: the row that the last call of the body got. */
    private KernelRow lastCall;

    /**
     * SAFETY: base is a block of the world or NO_BLOCK, and row is below ROWS; the callers of this constructor, enter
     * and at ensure it.
     */
    KernelRow(RowContext context, long base, int row) {
        super(row);
        this.context = context;
        if (base != RowContext.NO_BLOCK) {
            enter(base);
        }
    }

    @Override
    void enter(long block) {
        setBlock(block);
        firstIndex = Entities.firstIndex(block);
    }

    /** As {@link #enter}, and cheaper if the row is in the block already. */
    void reenter(long block) {
        if (base != block) {
            enter(block);
        }
    }

    /** Leaves its block, so that the next one is entered whatever its address. */
    void exit() {
        base = RowContext.NO_BLOCK;
    }

    /** Moves to a row for reads that are known to be of its block's columns. */
    void moveTo(long block, int next) {
        base = block;
        row = next;
    }

    private void setBlock(long block) {
        base = block;
        lowestColumn = Blocks.lowestColumn(block);
        endOfColumns = Blocks.endOfColumns(block);
    }

    @Override
    Row at(int next) {
        row = next;
        if (Strict.ON) {
            context.setCurrentRow(base, next);
            lastCall = new KernelRow(context, base, next);
            return lastCall;
        }
        return this;
    }

    /** Follows a block that has moved. */
    void blockMoved(long from, long to) {
        if (base == from) {
            setBlock(to);
        }
        if (Strict.ON && lastCall != null) {
            lastCall.blockMoved(from, to);
        }
    }

    @Override
    void leave() {
        if (Strict.ON) {
            base = RowContext.NO_BLOCK;
        }
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        RowContext.check(context, base, row, component, column);
        return isInside(offset) ? base : outside(base, row, component);
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        RowContext.checkWrite(context, base, row, component, column);
        return isInside(offset) ? base : outside(base, row, component);
    }

    /** One test if the JIT knows the offset. It moves the test out of a loop. */
    private boolean isInside(int offset) {
        return offset < 0 ? offset >= lowestColumn : offset < endOfColumns;
    }

    /** Throws because the block's memory does not reach a column. */
    private static long outside(long base, int row, ComponentInfo component) {
        throw Store.missing(Entities.handle(base, row), component);
    }

    RowContext context() {
        return context;
    }

    long base() {
        return base;
    }

    @Override
    Commands commands() {
        return Commands.of(context.queue());
    }

    @Override
    Elements elements() {
        return context.references().elements();
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        RowContext.check(context, base, row, column.component(), column);
        return context.references().get(column.slot(), Blocks.index(base), row);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        RowContext.checkWrite(context, base, row, column.component(), column);
        context.references().set(column.slot(), Blocks.index(base), row, value);
    }

    @Override
    public long entity() {
        RowContext.checkOpen(context, base);
        return Entities.handle(base, firstIndex, row);
    }

    @Override
    public int index() {
        RowContext.checkOpen(context, base);
        return Entities.index(base, firstIndex, row);
    }

    @Override
    public boolean has(Component<?> component) {
        RowContext.checkPresence(context, base, component);
        return Pools.has(base, row, component.id());
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        RowContext.checkPresence(context, base, component);
        return Pools.isEnabled(base, row, component.id());
    }

    /** The reusable rows and spans of one context: one of each kind for each level of nested runs. */
    static final class RowStack implements RowContext.ReusableRows {
        /** Levels that are allocated together, so that the rows of two workers do not share cache lines. */
        private static final int USUAL_DEPTH = 4;

        private final RowContext context;
        private KernelRow[] kernelRows = new KernelRow[0];
        private RelatedRow.Partner[] partnerRows = new RelatedRow.Partner[0];
        private RelatedRow.Shared[] sharedRows = new RelatedRow.Shared[0];
        private RelatedRow.Neighbour[] neighbourRows = new RelatedRow.Neighbour[0];
        private SpanDriver[] spanDrivers = new SpanDriver[0];
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

        /** Begins a loop over spans, and returns its driver. {@link #end} ends the loop. */
        SpanDriver beginSpans() {
            int level = enter();
            if (spanDrivers[level] == null) {
                spanDrivers[level] = new SpanDriver(context);
            }
            return spanDrivers[level];
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

        /** The neighbour's row of the innermost run. */
        RelatedRow.Neighbour neighbour() {
            return neighbourRows[depth - 1];
        }

        /** The row of a parent or neighbour of the innermost run, in no block. */
        RelatedRow.Shared shared(boolean isWritable) {
            return sharedRows[depth - 1].begin(isWritable);
        }

        /** Strict mode: sets the row of a neighbour for one call of the innermost body. */
        RelatedRow.Shared shared(RelatedRow.Shared ofCall) {
            sharedRows[depth - 1] = ofCall;
            return ofCall;
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
            RelatedRow.Partner[] morePartnerRows = Arrays.copyOf(partnerRows, depth + USUAL_DEPTH);
            RelatedRow.Shared[] moreSharedRows = Arrays.copyOf(sharedRows, depth + USUAL_DEPTH);
            RelatedRow.Neighbour[] moreNeighbourRows = Arrays.copyOf(neighbourRows, depth + USUAL_DEPTH);
            SpanDriver[] moreSpanDrivers = Arrays.copyOf(spanDrivers, depth + USUAL_DEPTH);
            for (int i = depth; i < moreKernelRows.length; i++) {
                moreKernelRows[i] = new KernelRow(context, RowContext.NO_BLOCK, 0);
                morePartnerRows[i] = new RelatedRow.Partner(context, RowContext.NO_BLOCK, 0, null);
                moreSharedRows[i] = new RelatedRow.Shared(context, RowContext.NO_BLOCK, 0);
                moreNeighbourRows[i] = new RelatedRow.Neighbour(context);
            }
            spanDrivers = moreSpanDrivers;
            sharedRows = moreSharedRows;
            neighbourRows = moreNeighbourRows;
            partnerRows = morePartnerRows;
            kernelRows = moreKernelRows; // all or none: a full heap or stack fails above
        }

        void end() {
            depth--;
        }

        @Override
        public void blockMoved(long from, long to) {
            for (int i = 0; i < kernelRows.length; i++) { // all levels, so that none has an address of freed memory
                kernelRows[i].blockMoved(from, to);
                partnerRows[i].blockMoved(from, to);
                sharedRows[i].blockMoved(from, to);
                if (spanDrivers[i] != null) {
                    spanDrivers[i].blockMoved(from, to);
                }
            }
        }
    }
}
