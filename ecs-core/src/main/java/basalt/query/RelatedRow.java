package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;

/**
 * The row of an entity that is related to that of the loop: its partner or its parent. A kernel row behind it reads and
 * writes. Not sealed, so that {@link Row} need not know the subclasses.
 */
abstract non-sealed class RelatedRow extends Row {
    final KernelRow kernelRow;

    /** SAFETY: as for {@link KernelRow}. */
    RelatedRow(RowContext context, long base, int row) {
        super(row);
        kernelRow = new KernelRow(context, base, row);
    }

    @Override
    void enter(long block) {
        kernelRow.enter(block);
    }

    @Override
    Row at(int next) {
        throw new AssertionError("related rows are not visited in row order");
    }

    /** Follows a block that has moved. */
    void blockMoved(long from, long to) {
        kernelRow.blockMoved(from, to);
    }

    @Override
    void leave() {
        kernelRow.leave();
    }

    @Override
    long readable(ComponentInfo component, Column column, int offset) {
        return kernelRow.readable(component, column, offset);
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        return kernelRow.reference(column);
    }

    @Override
    public long entity() {
        return kernelRow.entity();
    }

    @Override
    public int index() {
        return kernelRow.index();
    }

    @Override
    public boolean has(Component<?> component) {
        return kernelRow.has(component);
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        return kernelRow.isEnabled(component);
    }
}
