package basalt.query;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;

/**
 * The row of a partner in a pair kernel. It is a kernel row that records each write, because partners are not in the
 * kernel's snapshot.
 */
final class PartnerRow extends RelatedRow {
    private RowWrites writes;

    /** SAFETY: as for {@link KernelRow}. */
    PartnerRow(RowContext context, long base, int row, RowWrites writes) {
        super(context, base, row);
        this.writes = writes;
    }

    /** Moves to the row of another entity, and records its writes with those of the run. */
    PartnerRow at(long block, int next, RowWrites writesOfRun) {
        if (writes != writesOfRun) { // no write barrier if it is the same
            writes = writesOfRun;
        }
        kernelRow.enter(block);
        kernelRow.row = next;
        row = next;
        return this;
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        kernelRow.writable(component, column, offset); // the checks
        writes.written(kernelRow.base(), row, component); // may call code that moves the block
        return kernelRow.base();
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        kernelRow.setReference(column, value);
        writes.written(kernelRow.base(), row, column.component());
    }
}
