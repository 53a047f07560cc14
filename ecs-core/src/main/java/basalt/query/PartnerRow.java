package basalt.query;

import basalt.check.Strict;
import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.storage.Blocks;

/**
 * The row of a partner in a pair kernel. It is a kernel row that records each write, because partners are not in the
 * kernel's snapshot.
 */
final class PartnerRow extends RelatedRow {
    private RowWrites writes;

    /**
     * The partner's block and its bounds, as in {@link KernelRow}. In fields of their own, so that the JIT knows that
     * they are not those of the loop's row. The kernel row follows only when it is needed.
     */
    private long block;

    private int lowestColumn;
    private int endOfColumns;

    /** SAFETY: as for {@link KernelRow}. */
    PartnerRow(RowContext context, long base, int row, RowWrites writes) {
        super(context, base, row);
        this.writes = writes;
        block = base;
    }

    /** Begins a run, whose writes are recorded with those of partners. */
    PartnerRow begin(RowWrites writesOfRun) {
        writes = writesOfRun;
        block = RowContext.NO_BLOCK; // the first one is entered whatever its address
        kernelRow.exit();
        return this;
    }

    /** Moves to the row of another entity. */
    PartnerRow at(long base, int next) {
        if (block != base) {
            setBlock(base);
        }
        row = next;
        return this;
    }

    private void setBlock(long base) {
        block = base;
        lowestColumn = Blocks.lowestColumn(base);
        endOfColumns = Blocks.endOfColumns(base);
    }

    @Override
    KernelRow kernelRow() {
        kernelRow.reenter(block);
        kernelRow.row = row;
        return kernelRow;
    }

    @Override
    void blockMoved(long from, long to) {
        super.blockMoved(from, to);
        if (block == from) {
            setBlock(to);
        }
    }

    @Override
    void leave() {
        super.leave();
        if (Strict.ON) {
            block = RowContext.NO_BLOCK;
        }
    }

    private boolean isInside(int offset) {
        return offset < 0 ? offset >= lowestColumn : offset < endOfColumns;
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        return !Strict.ON && isInside(offset) ? block : kernelRow().readable(component, column, offset);
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        if (Strict.ON || !isInside(offset)) {
            kernelRow().writable(component, column, offset); // the checks
        }
        writes.written(block, row, component); // may call code that moves the block
        return block;
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        kernelRow().setReference(column, value);
        writes.written(block, row, column.component());
    }
}
