package basalt.query;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.ReferenceColumn;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;

/**
 * The row of a partner in a pair kernel: a kernel's row that records its writes, one by one, since the kernel's
 * snapshot does not tell which partners there are.
 */
final class PartnerRow extends Row {
    private final KernelRow place;
    private RowWrites writes;

    /** SAFETY: as {@link KernelRow}'s. */
    PartnerRow(RowContext context, long base, int row, RowWrites writes) {
        super(row);
        this.place = new KernelRow(context, base, row);
        this.writes = writes;
    }

    /** Is the row of another entity, in a run that records so. */
    PartnerRow at(long block, int next, RowWrites writesOfRun) {
        if (writes != writesOfRun) { // the same one again and again costs no write barrier
            writes = writesOfRun;
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
        writes.written(place.base(), row, component);
        return origin;
    }

    @Override
    Object reference(ReferenceColumn<?> column) {
        return place.reference(column);
    }

    @Override
    void setReference(ReferenceColumn<?> column, Object value) {
        place.setReference(column, value);
        writes.written(place.base(), row, column.component());
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
