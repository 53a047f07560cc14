package basalt.component;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes the columns that a record declares, and finds them by name. */
final class ColumnFactory {
    private ColumnFactory() {}

    /** The columns of a component in the order of the record's fields. */
    static List<Column> columnsOf(ComponentInfo component) {
        return IntStream.range(0, component.fields().size())
                .mapToObj(field -> make(component, field))
                .toList();
    }

    private static Column make(ComponentInfo component, int index) {
        RecordField declared = component.fields().get(index);
        String field = declared.name();
        int length = declared.length();
        int position = component.position(index);
        if (declared.isEnum() || declared.isEnumList()) {
            return enumColumn(component, declared, position);
        }
        return switch (declared.kind()) {
            case FLOAT32 -> new FloatColumn(component, field, length, position);
            case FLOAT64 -> new DoubleColumn(component, field, length, position);
            case INT8 -> new ByteColumn(component, field, length, position);
            case INT16 -> new ShortColumn(component, field, length, position);
            case INT32 -> new IntColumn(component, field, length, position);
            case INT64 -> new LongColumn(component, field, length, position);
            case BOOLEAN -> new BooleanColumn(component, field, length, position);
            case ENTITY -> new EntityColumn(component, field, length, position);
            case LIST -> list(component, field, declared.element(), position);
            case STRING -> new StringColumn(component, field, position);
            case STRING_LIST -> new StringListColumn(component, field, position);
            case REFERENCE -> new ReferenceColumn<>(component, field, declared.type(), position);
        };
    }

    private static ListColumn list(ComponentInfo component, String field, ColumnKind element, int position) {
        return switch (element) {
            case FLOAT32 -> new ListColumn.OfFloat(component, field, position);
            case FLOAT64 -> new ListColumn.OfDouble(component, field, position);
            case INT8 -> new ListColumn.OfByte(component, field, position);
            case INT16 -> new ListColumn.OfShort(component, field, position);
            case INT32 -> new ListColumn.OfInt(component, field, position);
            case INT64 -> new ListColumn.OfLong(component, field, position);
            case BOOLEAN -> new ListColumn.OfBoolean(component, field, position);
            case ENTITY -> new ListColumn.OfEntity(component, field, position);
            case REFERENCE, LIST, STRING, STRING_LIST -> throw new AssertionError(element);
        };
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the field's type is an enum
    private static Column enumColumn(ComponentInfo component, RecordField declared, int position) {
        Class type = declared.isEnum() ? declared.type() : declared.type().getComponentType();
        List constants = List.of(type.getEnumConstants());
        return declared.isEnum()
                ? new EnumColumn(component, declared.name(), type, constants, position)
                : new ListColumn.OfEnum(component, declared.name(), type, constants, position);
    }

    /** The column of that name and kind among those of a record. */
    static Column find(Class<?> record, List<Column> columns, String field, ColumnKind kind) {
        Column column = find(record, columns, field);
        if (column.kind() != kind || column instanceof EnumColumn<?>) {
            throw wrong(column, kind.toString());
        }
        return column;
    }

    /** The list of that name and kind of elements among the columns of a record. */
    static ListColumn findList(Class<?> record, List<Column> columns, String field, ColumnKind element) {
        Column column = find(record, columns, field);
        boolean isEnum = column instanceof ListColumn.OfEnum<?>;
        if (!isEnum && column instanceof ListColumn list && list.elementKind() == element) {
            return list;
        }
        throw wrong(column, "a list of " + element);
    }

    private static Column find(Class<?> record, List<Column> columns, String field) {
        for (Column column : columns) {
            if (column.field().equals(field)) {
                return column;
            }
        }
        throw new IllegalArgumentException("record " + record.getName() + " has no field " + field + ": its fields are "
                + columns.stream().map(Column::field).collect(Collectors.joining(", ", "[", "]")));
    }

    /** The reference column of that name and type among those of a record. */
    static ReferenceColumn<?> findReference(Class<?> record, List<Column> columns, String field, Class<?> type) {
        ReferenceColumn<?> column = (ReferenceColumn<?>) find(record, columns, field, ColumnKind.REFERENCE);
        if (column.type() != type) {
            throw wrong(column, nameOf(type));
        }
        return column;
    }

    /** The column of that name and enum among those of a record. */
    static EnumColumn<?> findEnum(Class<?> record, List<Column> columns, String field, Class<?> type) {
        Column column = find(record, columns, field);
        if (column instanceof EnumColumn<?> found && found.type() == type) {
            return found;
        }
        throw wrong(column, nameOf(type));
    }

    /** The list of that name and enum among the columns of a record. */
    static ListColumn.OfEnum<?> findEnumList(Class<?> record, List<Column> columns, String field, Class<?> type) {
        Column column = find(record, columns, field);
        if (column instanceof ListColumn.OfEnum<?> found && found.type() == type) {
            return found;
        }
        throw wrong(column, "a list of " + nameOf(type));
    }

    private static String nameOf(Class<?> type) {
        return type == null ? "null" : type.getTypeName();
    }

    private static IllegalArgumentException wrong(Column column, String wanted) {
        String kind = column.kind().toString();
        String call = column.kind().factory() + "(\"" + column.field() + "\")";
        if (column instanceof ReferenceColumn<?> reference) {
            kind = "a " + kind + " to " + reference.type().getTypeName();
            call = "reference(\"" + column.field() + "\", " + reference.type().getTypeName() + ".class)";
        } else if (column instanceof ListColumn.OfEnum<?> constants) {
            kind = "a list of the enum " + constants.type().getTypeName();
            call = "enumerationList(\"" + column.field() + "\", "
                    + constants.type().getTypeName() + ".class)";
        } else if (column instanceof ListColumn list) {
            kind = "a list of " + list.elementKind();
            call = list.elementKind().factory() + "List(\"" + column.field() + "\")";
        } else if (column instanceof EnumColumn<?> constants) {
            kind = "the enum " + constants.type().getTypeName();
            call = "enumeration(\"" + column.field() + "\", " + constants.type().getTypeName() + ".class)";
        }
        return new IllegalArgumentException("field " + column.component().name() + "." + column.field() + " is " + kind
                + ", not " + wanted + ": use " + call);
    }
}
