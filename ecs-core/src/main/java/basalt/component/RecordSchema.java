package basalt.component;

import basalt.component.codec.RecordAccess;
import java.util.List;

/**
 * The fields of the record of a component or event type, and the placement of its columns.
 *
 * <p>Immutable and safe for all threads.
 */
final class RecordSchema<T extends Record> {
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

    RecordAccess access() {
        return access;
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
}
