package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import basalt.runtime.RowMarks;

/**
 * The row of a partner in a pair kernel: a kernel's row that marks what is written, one by one, since the kernel's
 * snapshot does not tell which partners there are.
 */
final class PartnerRow extends Row {
    private final KernelRow place;
    private RowMarks marks;

    /** SAFETY: as {@link KernelRow}'s. */
    PartnerRow(RowContext context, long base, int row, RowMarks marks) {
        super(row);
        this.place = new KernelRow(context, base, row);
        this.marks = marks;
    }

    /** Is the row of another entity, in a run that marks so. */
    PartnerRow at(long block, int next, RowMarks marksOfRun) {
        if (marks != marksOfRun) { // the same one again and again costs no write barrier
            marks = marksOfRun;
        }
        place.enter(block);
        place.row = next;
        row = next;
        return this;
    }

    @Override
    void enter(long block) {
        place.enter(block);
    }

    @Override
    Row at(int next) {
        throw new AssertionError("partners are not run over in order");
    }

    @Override
    void leave() {
        place.leave();
    }

    @Override
    long origin(ComponentInfo component, boolean sparse, Column column) {
        return place.origin(component, sparse, column);
    }

    @Override
    long target(ComponentInfo component, boolean sparse, Column column) {
        long origin = place.target(component, sparse, column);
        marks.written(place.base(), row, component);
        return origin;
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        return place.reference(column);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        place.setReference(column, value);
        marks.written(place.base(), row, column.component());
    }

    @Override
    public long entity() {
        return place.entity();
    }

    @Override
    public int index() {
        return place.index();
    }

    @Override
    public boolean has(Component<?> component) {
        return place.has(component);
    }

    @Override
    public boolean isEnabled(Component<?> component) {
        return place.isEnabled(component);
    }
}
