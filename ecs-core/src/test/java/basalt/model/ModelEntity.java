package basalt.model;

import basalt.component.Entity;

/** An entity as the model has it. */
final class ModelEntity {
    final long handle;
    final int index;

    /** The parts that it has, by ordinal; null for the others. */
    final Object[][] values = new Object[Part.ALL.size()][];

    int present;
    int disabledParts;
    boolean disabled;
    boolean dead;

    /** Where it stands in the model's list of the living. */
    int position;

    ModelEntity(long handle) {
        this.handle = handle;
        this.index = Entity.index(handle);
    }

    boolean has(Part part) {
        return part.isIn(present);
    }

    boolean isEnabled(Part part) {
        return part.isIn(present & ~disabledParts);
    }

    void put(Part part, Object[] cells) {
        present |= part.bit();
        values[part.ordinal()] = cells;
    }

    void drop(Part part) {
        present &= ~part.bit();
        disabledParts &= ~part.bit();
        values[part.ordinal()] = null;
    }

    Object[] cells(Part part) {
        return values[part.ordinal()];
    }

    Object get(Part part, int cell) {
        return values[part.ordinal()][cell];
    }

    void set(Part part, int cell, Object value) {
        values[part.ordinal()][cell] = value;
    }
}
