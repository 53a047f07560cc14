package basalt.component;

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
    private final Placement placement;
    private final int bytesPerRow;
    private final boolean references;
    private final Kind kind;

    RecordSchema(Class<T> type, String name, List<RecordField> fields, Placement placement, Kind kind) {
        this.type = type;
        this.name = name;
        this.fields = fields;
        this.placement = placement;
        this.bytesPerRow = RecordField.bytesPerRow(fields);
        this.references = fields.stream().anyMatch(field -> field.kind() == ColumnKind.REFERENCE);
        this.kind = kind;
    }

    Class<T> type() {
        return type;
    }

    boolean isEvent() {
        return kind == Kind.EVENT;
    }

    /** Whether only the library writes the component. */
    boolean isLink() {
        return kind == Kind.LINK;
    }

    /** The record as text, for messages. */
    String describe() {
        return (isEvent() ? "event type " : "component ") + name;
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

    Placement placement() {
        return placement;
    }

    List<RecordField> fields() {
        return fields;
    }

    /**
     * The place of a component, or of an event type, in the layout.
     *
     * @param sparse whether the component is sparse and has native columns
     * @param positions for each field its offset in bytes, or, for a reference, its slot
     */
    record Placement(int id, boolean sparse, int[] positions) {}

    /** What a registered record describes. */
    enum Kind {
        COMPONENT,
        /** A component that only the library writes. */
        LINK,
        EVENT
    }
}
