package basalt.component;

import basalt.component.layout.RecordAccess;
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
    private final RecordKind kind;

    RecordSchema(
            Class<T> type,
            String name,
            List<RecordField> fields,
            RecordAccess access,
            ColumnPlacement placement,
            RecordKind kind) {
        this.type = type;
        this.name = name;
        this.fields = fields;
        this.access = access;
        this.placement = placement;
        this.bytesPerRow = RecordField.bytesPerRow(fields);
        this.references = fields.stream().anyMatch(field -> field.kind() == ColumnKind.REFERENCE);
        this.kind = kind;
    }

    Class<T> type() {
        return type;
    }

    boolean isEvent() {
        return kind == RecordKind.EVENT;
    }

    /** Whether only the library writes the component. */
    boolean isLink() {
        return kind == RecordKind.LINK;
    }

    /** The record as text, for messages. */
    String describe() {
        return (isEvent() ? "event type " : "component ") + name;
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
