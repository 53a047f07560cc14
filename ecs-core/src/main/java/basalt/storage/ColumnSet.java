package basalt.storage;

import basalt.component.Component;
import basalt.component.ReferenceColumn;

/** The columns of a component in the form that its pool needs: id, lanes and reference slots. */
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
     * Zeroes the columns of rows. References are not changed.
     *
     * @param origin the address that the columns' offsets are added to: of a block or page
     * @param word the word of 64 rows
     * @param rows the rows, at least one
     */
    public void zero(long origin, int word, long rows) {
        lanes.zero(origin, word, rows);
    }

    /** {@return the slots of its reference columns; must not be modified} */
    public int[] referenceSlots() {
        return referenceSlots;
    }

    boolean hasReferences() {
        return referenceSlots.length > 0;
    }
}
