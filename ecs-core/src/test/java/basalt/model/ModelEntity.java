package basalt.model;

import basalt.component.Entity;

/** An entity of the model. */
final class ModelEntity {
    final long handle;
    final int index;

    /** The values of its parts, by ordinal; null for missing parts. */
    final Object[][] values = new Object[Part.ALL.size()][];

    int present;
    int disabledParts;
    boolean disabled;
    boolean dead;

    /** The index in the model's list of entities. */
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
