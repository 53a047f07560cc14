package basalt.component;

import basalt.component.codec.RecordCodec;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;

/**
 * The fields of the record of a component or event type, and the placement of its columns.
 *
 * <p>Immutable and safe for all threads.
 */
final class RecordSchema<T extends Record> implements RecordCodec<T> {
    private final Class<T> type;
    private final String name;
    private final List<RecordField> fields;
    private final RecordAccess access;
    private final ColumnPlacement placement;
    private final int bytesPerRow;
    private final boolean references;
    private final boolean isEvent;

    RecordSchema(
            Class<T> type,
            String name,
            List<RecordField> fields,
            RecordAccess access,
            ColumnPlacement placement,
            boolean isEvent) {
        this.type = type;
        this.name = name;
        this.fields = fields;
        this.access = access;
        this.placement = placement;
        this.bytesPerRow = RecordField.bytesPerRow(fields);
        this.references = fields.stream().anyMatch(field -> field.kind() == ColumnKind.REFERENCE);
        this.isEvent = isEvent;
    }

    Class<T> type() {
        return type;
    }

    @Override
    public boolean isVector(int field) {
        return fields.get(field).isVector();
    }

    @Override
    public T construct(Object[] values) {
        return type.cast(access.construct(values));
    }

    @Override
    public Object value(int field, T instance) {
        Objects.checkIndex(field, fields.size());
        return access.read(field, instance);
    }

    @Override
    public void validate(T instance) {
        if (instance == null) {
            throw new IllegalArgumentException("a value of " + describe() + " must not be null");
        }
        for (int field = 0; field < fields.size(); field++) {
            if (fields.get(field).isVector()) {
                validateVector(fields.get(field), access.read(field, instance));
            }
        }
    }

    boolean isEvent() {
        return isEvent;
    }

    /** The record as text, for messages. */
    String describe() {
        return (isEvent ? "event type " : "component ") + name;
    }

    String name() {
        return name;
    }

    int bytesPerRow() {
        return bytesPerRow;
    }

    boolean hasReferences() {
        return references;
    }

    ColumnPlacement placement() {
        return placement;
    }

    List<RecordField> fields() {
        return fields;
    }

    private void validateVector(RecordField field, Object array) {
        if (array == null) {
            throw new IllegalArgumentException(
                    "vector " + name + "." + field.name() + " must have length " + field.length() + ": it is null");
        }
        int actual = Array.getLength(array);
        if (actual != field.length()) {
            throw new IllegalArgumentException("vector " + name + "." + field.name() + " must have length "
                    + field.length() + ": length=" + actual);
        }
    }
}
