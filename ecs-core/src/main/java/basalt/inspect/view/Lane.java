package basalt.inspect.view;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ReferenceColumn;
import basalt.internal.JsonWriter;
import basalt.storage.ColumnMemory;

/**
 * One element of a component's field, which is read as 64 bits: those of the number, of the handle, or of the boolean.
 * Immutable.
 *
 * @param component the component
 * @param column the column
 * @param kind its kind
 * @param offset bytes from a block's base to the lane; 0 for a reference
 */
record Lane(Component<?> component, Column column, ColumnKind kind, int offset) {
    static Lane of(Component<?> component, Column column, int lane) {
        return new Lane(component, column, column.kind(), isReference(column) ? 0 : column.laneOffset(lane));
    }

    private static boolean isReference(Column column) {
        return column.kind() == ColumnKind.REFERENCE;
    }

    boolean isReference() {
        return kind == ColumnKind.REFERENCE;
    }

    /** The slot of a reference. */
    int slot() {
        return ((ReferenceColumn<?>) column).slot();
    }

    /**
     * Reads an element that is no reference.
     *
     * <p>SAFETY: the row is in the block, and has the component, so the block has its columns.
     */
    long read(long base, int row) {
        return switch (kind) {
            case FLOAT32, INT32 -> ColumnMemory.getInt(base, row, offset);
            case FLOAT64, INT64, ENTITY -> ColumnMemory.getLong(base, row, offset);
            case INT16 -> ColumnMemory.getShort(base, row, offset);
            case INT8, BOOLEAN -> ColumnMemory.getByte(base, row, offset);
            case REFERENCE -> 0;
        };
    }

    /** Writes an element that is no reference. */
    void write(JsonWriter json, long bits) {
        switch (kind) {
            case FLOAT32 -> write(json, Float.intBitsToFloat((int) bits));
            case FLOAT64 -> write(json, Double.longBitsToDouble(bits));
            case INT64 -> json.value(Long.toString(bits));
            case ENTITY -> write(json, handle(bits));
            case BOOLEAN -> json.value(bits != 0);
            default -> json.value(bits);
        }
    }

    private static void write(JsonWriter json, float value) {
        if (Float.isFinite(value)) {
            json.json(Float.toString(value));
        } else {
            json.value(Float.toString(value));
        }
    }

    private static void write(JsonWriter json, double value) {
        if (Double.isFinite(value)) {
            json.value(value);
        } else {
            json.value(Double.toString(value));
        }
    }

    private static void write(JsonWriter json, String text) {
        json.value(text);
    }

    /** An entity as text: index and generation; null for the null handle. */
    static String handle(long entity) {
        return entity == Entity.NULL
                ? null
                : Integer.toUnsignedString(Entity.index(entity)) + ":"
                        + Integer.toUnsignedString(Entity.generation(entity));
    }
}
