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
        return switch (declared.kind()) {
            case FLOAT32 -> new FloatColumn(component, field, length, position);
            case FLOAT64 -> new DoubleColumn(component, field, length, position);
            case INT8 -> new ByteColumn(component, field, length, position);
            case INT16 -> new ShortColumn(component, field, length, position);
            case INT32 -> new IntColumn(component, field, length, position);
            case INT64 -> new LongColumn(component, field, length, position);
            case BOOLEAN -> new BooleanColumn(component, field, length, position);
            case ENTITY -> new EntityColumn(component, field, length, position);
            case REFERENCE -> new ReferenceColumn<>(component, field, declared.type(), position);
        };
    }

    /** The column of that name and kind among those of a record. */
    static Column find(Class<?> record, List<Column> columns, String field, ColumnKind kind) {
        for (Column column : columns) {
            if (column.field().equals(field)) {
                if (column.kind() != kind) {
                    throw new IllegalArgumentException(
                            nameOf(column) + " is " + column.kind() + ", not " + kind + ": use " + call(column));
                }
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
            throw new IllegalArgumentException(nameOf(column) + " is a reference to "
                    + column.type().getTypeName() + ", not " + (type == null ? "null" : type.getTypeName()) + ": use "
                    + call(column));
        }
        return column;
    }

    private static String nameOf(Column column) {
        return "field " + column.component().name() + "." + column.field();
    }

    /** The call that gives the column. */
    private static String call(Column column) {
        String argument = column instanceof ReferenceColumn<?> reference
                ? ", " + reference.type().getTypeName() + ".class"
                : "";
        return column.kind().factory() + "(\"" + column.field() + "\"" + argument + ")";
    }
}
