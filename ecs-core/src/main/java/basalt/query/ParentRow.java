package basalt.query;

import basalt.component.Column;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.internal.Strict;
import basalt.runtime.RowContext;

/** The row of a parent in a cascade: a kernel row that is read-only unless children come before their parents. */
final class ParentRow extends RelatedRow {
    private final RowContext context;
    private boolean isWritable;

    /** Strict mode: the row that the last call of the body got. */
    private ParentRow lastCall;

    /** SAFETY: as for {@link KernelRow}. */
    ParentRow(RowContext context, long base, int row) {
        super(context, base, row);
        this.context = context;
    }

    /** Begins a run. */
    ParentRow begin(boolean writable) {
        isWritable = writable;
        kernelRow.exit();
        return this;
    }

    /** Moves to the row of another entity. */
    void at(long block, int next) {
        kernelRow.reenter(block);
        kernelRow.row = next;
        row = next;
    }

    /** This row, for one call of the body. In strict mode, a new object that {@link #leave} makes invalid. */
    ParentRow forCall() {
        if (Strict.ON) {
            lastCall = new ParentRow(context, kernelRow.base(), row);
            lastCall.isWritable = isWritable;
            return lastCall;
        }
        return this;
    }

    @Override
    void blockMoved(long from, long to) {
        super.blockMoved(from, to);
        if (Strict.ON && lastCall != null) {
            lastCall.blockMoved(from, to);
        }
    }

    @Override
    long writable(ComponentInfo component, Column column, int offset) {
        requireWritable(component);
        return kernelRow.writable(component, column, offset);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        requireWritable(column.component());
        kernelRow.setReference(column, value);
    }

    private void requireWritable(ComponentInfo component) {
        if (!isWritable) {
            throw readOnly(component);
        }
    }

    private static IllegalStateException readOnly(ComponentInfo component) {
        return new IllegalStateException("the body of a cascade has written component " + component.name()
                + " of a parent, which is read-only because its children follow; write the row itself, or use"
                + " cascadeUp(), which visits children before their parents");
    }
}
