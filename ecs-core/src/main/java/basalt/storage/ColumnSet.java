package basalt.storage;

import basalt.component.Component;
import basalt.component.ReferenceColumn;

/** A component as its pool needs it: id, lanes and reference slots at hand, without a walk through its description. */
public final class ColumnSet {
    private final Component<?> component;
    private final int id;
    private final boolean sparse;
    private final Lanes lanes;
    private final int[] referenceSlots;

    /**
     * The columns of a component.
     *
     * @param component the component
     */
    public ColumnSet(Component<?> component) {
        this.component = component;
        this.id = component.id();
        this.sparse = component.isSparse();
        this.lanes = new Lanes(component.columns());
        this.referenceSlots = component.columns().stream()
                .filter(ReferenceColumn.class::isInstance)
                .mapToInt(column -> ((ReferenceColumn<?>) column).slot())
                .toArray();
    }

    /** {@return the component} */
    public Component<?> component() {
        return component;
    }

    int id() {
        return id;
    }

    boolean isSparse() {
        return sparse;
    }

    Lanes lanes() {
        return lanes;
    }

    /**
     * Zeroes the columns of rows; references stay.
     *
     * @param origin what the columns' offsets count from: the address of a block or page
     * @param word which 64 rows
     * @param rows the rows, at least one
     */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /** {@return the slots of its managed columns: read them, do not write them} */
    public int[] referenceSlots() {
        return referenceSlots;
    }

    boolean hasReferences() {
        return referenceSlots.length > 0;
    }
}
