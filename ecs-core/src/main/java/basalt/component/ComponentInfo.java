package basalt.component;

import java.util.List;

/**
 * The description of a component that its columns refer to: id, name and sizes. {@link Component} is the only subclass:
 * {@code Position.X.component()} is the same object as the constant {@code Position.TYPE}.
 *
 * <p>Immutable and safe for all threads.
 */
public abstract class ComponentInfo {
    private final int id;
    private final String name;
    private final List<RecordField> fields;
    private final Layout.Placement placement;
    private final Kind kind;
    private final int bytesPerRow;
    private final boolean hasReferences;

    ComponentInfo(String name, List<RecordField> fields, Layout.Placement placement, Kind kind) {
        id = placement.id();
        this.name = name;
        this.fields = fields;
        this.placement = placement;
        this.kind = kind;
        bytesPerRow = RecordField.bytesPerRow(fields);
        hasReferences = fields.stream().anyMatch(field -> field.kind() == ColumnKind.REFERENCE);
    }

    /** What a registered record describes. */
    enum Kind {
        COMPONENT,
        /** A component that only the library writes. */
        LINK,
        EVENT
    }

    List<RecordField> fields() {
        return fields;
    }

    /** The offset of a field's column in bytes, or, of a reference, its slot. */
    int position(int field) {
        return placement.positions()[field];
    }

    /** Throws unless a component declares exactly this column with native bytes. Called when a column is made. */
    static void requireDeclared(ComponentInfo component, String field, ColumnKind kind, int length, int offset) {
        RecordField declared = declared(component, field, kind, offset);
        if (declared.length() != length || declared.isEnum()) {
            throw forged(component, field);
        }
    }

    /** Throws unless a component declares exactly this list. */
    static void requireList(ComponentInfo component, String field, ColumnKind element, int offset) {
        RecordField declared = declared(component, field, ColumnKind.LIST, offset);
        if (declared.element() != element || declared.isEnumList()) {
            throw forged(component, field);
        }
    }

    /** The field of a reference column. Throws unless the component declares exactly this one. */
    static RecordField requireReference(ComponentInfo component, String field, Class<?> type, int slot) {
        RecordField declared = declared(component, field, ColumnKind.REFERENCE, slot);
        if (declared.type() != type) {
            throw forged(component, field);
        }
        return declared;
    }

    /** Whether the field of a column is of a type, or an array of it. */
    static boolean isOf(Class<?> element, Column column) {
        Class<?> type = declared(column.component(), column.field(), column.kind(), column.offset())
                .type();
        return type == element || type == element.arrayType();
    }

    /** Throws unless a component declares exactly this column of an enum. */
    static void requireEnum(ComponentInfo component, String field, Class<?> type, List<?> constants, int offset) {
        boolean isEnum = type != null
                && type.isEnum()
                && List.of(type.getEnumConstants()).equals(constants);
        ColumnKind kind = isEnum ? EnumColumn.kind(constants.size()) : null;
        if (declared(component, field, kind, offset).type() != type) {
            throw forged(component, field);
        }
    }

    /** Throws unless a component declares exactly this list of constants. */
    static void requireEnumList(ComponentInfo component, String field, Class<?> type, List<?> constants, int offset) {
        RecordField declared = declared(component, field, ColumnKind.LIST, offset);
        if (!declared.isEnumList()
                || declared.type().getComponentType() != type
                || !List.of(type.getEnumConstants()).equals(constants)) {
            throw forged(component, field);
        }
    }

    private static RecordField declared(ComponentInfo component, String field, ColumnKind kind, int position) {
        if (component == null) {
            throw new IllegalArgumentException(
                    "a column's component must not be null: take columns from their component or event type");
        }
        for (int index = 0; index < component.fields.size(); index++) {
            RecordField declared = component.fields.get(index);
            if (declared.name().equals(field) && declared.kind() == kind && component.position(index) == position) {
                return declared;
            }
        }
        throw forged(component, field);
    }

    private static IllegalArgumentException forged(ComponentInfo component, String field) {
        return new IllegalArgumentException((component.isEvent() ? "event type " : "component ") + component.name
                + " declares no such column, named " + field
                + ": take columns from their component or event type, as in TYPE.float32(\"x\")");
    }

    /** The number of the component in the process, from 2 up. */
    public final int id() {
        return id;
    }

    /** The name, unique in the process: the name of the record's class, unless it was given another. */
    public final String name() {
        return name;
    }

    /**
     * The name in overviews, such as those of schedules, queries and kernels: the name of the record's class as in
     * source, or, if the component was given another name, the part after its last dot. Not unique.
     */
    public final String shortName() {
        return name.equals(type().getName()) ? type().getSimpleName() : name.substring(name.lastIndexOf('.') + 1);
    }

    /** The record's class. */
    public abstract Class<? extends Record> type();

    /** The columns, references included, in the order of the record's fields. Unmodifiable. */
    public abstract List<Column> columns();

    /** Whether it was registered as {@linkplain Component.Builder#sparse() sparse} and has native columns. */
    public final boolean isSparse() {
        return placement.sparse();
    }

    /**
     * Whether this describes the columns of an {@link EventType}. No entity has such a component, and every method that
     * takes a component of entities rejects it.
     */
    public final boolean isEvent() {
        return kind == Kind.EVENT;
    }

    /**
     * Whether this holds the links of a {@link TreeType}. Programs read and query such components; only the methods of
     * hierarchies, and commands for them, add, write and remove them.
     */
    public final boolean isLink() {
        return kind == Kind.LINK;
    }

    /** Whether the record has no fields. */
    public final boolean isTag() {
        return fields.isEmpty();
    }

    /** Whether one of the columns is a {@link ReferenceColumn}. */
    public final boolean hasReferences() {
        return hasReferences;
    }

    /** Bytes of the columns for each row, without padding, references and the elements of lists. */
    public final int bytesPerRow() {
        return bytesPerRow;
    }

    /** The id, so that hashed components have the same order in each run. */
    @Override
    public final int hashCode() {
        return id;
    }

    /** Identity: there is one object for each component. */
    @Override
    public final boolean equals(Object other) {
        return this == other;
    }

    /** The component as text, for messages. */
    @Override
    public final String toString() {
        return name + "#" + id;
    }
}
