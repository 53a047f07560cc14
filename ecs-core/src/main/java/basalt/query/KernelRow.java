package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowContext;
import basalt.storage.Blocks;
import basalt.storage.Entities;
import basalt.storage.Pools;
import basalt.storage.access.Store;

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

    Commands commands() {
        return Commands.of(context.queue());
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        context.checkReference(base, row, column);
        return context.references().get(column.slot(), Blocks.index(base), row);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        context.checkReferenceSet(base, row, column);
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
}
