package basalt.model;

import basalt.component.Entity;
import java.util.ArrayList;
import java.util.List;

/** An entity of the model. */
final class ModelEntity {
    final long handle;
    final int index;

    /** The row in the world. It changes when rows move. */
    int row;

    /** The values of its parts, by ordinal; null for missing parts. */
    final Object[][] values = new Object[Part.ALL.size()][];

    int present;
    int disabledParts;
    boolean disabled;
    boolean dead;

    /** The parent in the default tree. */
    long parent = Entity.NULL;

    final List<Long> children = new ArrayList<>(0);

    /** Whether it has or has had a child or a parent. */
    boolean isInTree;

    /** The index in the model's list of entities. */
    int position;

    ModelEntity(long handle) {
        this.handle = handle;
        this.index = Entity.index(handle);
    }

    /** An entity with the same handle and values. */
    ModelEntity copy() {
        ModelEntity copy = new ModelEntity(handle);
        copy.row = row;
        for (int part = 0; part < values.length; part++) {
            copy.values[part] = values[part] == null ? null : values[part].clone();
        }
        copy.present = present;
        copy.disabledParts = disabledParts;
        copy.disabled = disabled;
        copy.parent = parent;
        copy.children.addAll(children);
        copy.isInTree = isInTree;
        return copy;
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
