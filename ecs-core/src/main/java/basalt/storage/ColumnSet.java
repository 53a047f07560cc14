package basalt.storage;

import basalt.component.Component;
import basalt.component.ReferenceColumn;

/** A component as its pool needs it: id, lanes and reference slots at hand, without a walk through its description. */
final class ColumnSet {
    private final Component<?> component;
    private final int id;
    private final boolean sparse;
    private final Lanes lanes;
    private final int[] referenceSlots;

    ColumnSet(Component<?> component) {
        this.component = component;
        this.id = component.id();
        this.sparse = component.isSparse();
        this.lanes = new Lanes(component.columns());
        this.referenceSlots = component.columns().stream()
                .filter(ReferenceColumn.class::isInstance)
                .mapToInt(column -> ((ReferenceColumn<?>) column).slot())
                .toArray();
    }

    Component<?> component() {
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

    int[] referenceSlots() {
        return referenceSlots;
    }

    boolean hasReferences() {
        return referenceSlots.length > 0;
    }
}
