package basalt.component;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes the columns that the record of a component or an event type declares, finds them by name, and tells them from
 * forged ones.
 */
final class DeclaredColumns {
    private DeclaredColumns() {}

    /** Whose columns those of a type are. */
    static <T extends Record> Component<T> owner(RecordType<T> type) {
        return type instanceof EventType<T> event ? event.component : (Component<T>) type;
    }

    /** The columns in the record's order. */
    static List<Column> allOf(Component<?> component) {
        return IntStream.range(0, component.schema().fieldCount())
                .mapToObj(field -> make(component, field))
                .toList();
    }

    /** The column of that name, kind and length. */
    static Column find(Component<?> component, String field, ColumnKind kind, int length) {
        int index = indexOf(component, field);
        if (index < 0) {
            throw new IllegalArgumentException(component.schema().describe() + " has no field " + field
                    + ": its fields are "
                    + component.schema().fields().stream()
                            .map(RecordField::name)
                            .collect(Collectors.joining(", ", "[", "]")));
        }
        RecordField declared = component.schema().fields().get(index);
        if (declared.kind() != kind) {
            throw new IllegalArgumentException("field " + component.name() + "." + field + " is " + declared.kind()
                    + ", not " + kind + ": use " + call(declared));
        }
        if (declared.length() != length) {
            throw new IllegalArgumentException("field " + component.name() + "." + field + " has length "
                    + declared.length() + ", not " + length + ": use " + call(declared));
        }
        return component.columns().get(index);
    }

    /** The reference column of that name and type. */
    static Column findReference(Component<?> component, String field, Class<?> type) {
        ReferenceColumn<?> column = (ReferenceColumn<?>) find(component, field, ColumnKind.REFERENCE, 1);
        if (column.type() != type) {
            throw new IllegalArgumentException("field " + component.name() + "." + field + " is a reference to "
                    + column.type().getTypeName() + ", not " + (type == null ? "null" : type.getTypeName()) + ": use "
                    + call(component.schema().fields().get(indexOf(component, field))));
        }
        return column;
    }

    /** Throws unless the component declares exactly this column with native bytes. */
    static void verify(Component<?> component, String field, ColumnKind kind, int length, int offset, boolean sparse) {
        RecordField declared = require(component, field, kind, offset);
        if (declared.length() != length || component.isSparse() != sparse) {
            throw forged(component, field);
        }
    }

    /** Throws unless the component declares exactly this reference column. */
    static void verifyReference(Component<?> component, String field, Class<?> type, int slot) {
        if (require(component, field, ColumnKind.REFERENCE, slot).type() != type) {
            throw forged(component, field);
        }
    }

    private static RecordField require(Component<?> component, String field, ColumnKind kind, int position) {
        if (component == null) {
            throw new IllegalArgumentException(
                    "a column's component must not be null: take columns from their component or event type");
        }
        int index = indexOf(component, field);
        if (index < 0
                || component.schema().fields().get(index).kind() != kind
                || component.schema().placement().positions()[index] != position) {
            throw forged(component, field);
        }
        return component.schema().fields().get(index);
    }

    private static int indexOf(Component<?> component, String field) {
        List<RecordField> fields = component.schema().fields();
        for (int index = 0; index < fields.size(); index++) {
            if (fields.get(index).name().equals(field)) {
                return index;
            }
        }
        return -1;
    }

    private static Column make(Component<?> component, int index) {
        RecordField declared = component.schema().fields().get(index);
        ColumnPlacement placement = component.schema().placement();
        String field = declared.name();
        int length = declared.length();
        int position = placement.positions()[index];
        boolean sparse = placement.paged();
        return switch (declared.kind()) {
            case FLOAT32 -> new FloatColumn(component, field, length, position, sparse);
            case FLOAT64 -> new DoubleColumn(component, field, length, position, sparse);
            case INT8 -> new ByteColumn(component, field, length, position, sparse);
            case INT16 -> new ShortColumn(component, field, length, position, sparse);
            case INT32 -> new IntColumn(component, field, length, position, sparse);
            case INT64 -> new LongColumn(component, field, length, position, sparse);
            case BOOLEAN -> new BooleanColumn(component, field, length, position, sparse);
            case ENTITY -> new EntityColumn(component, field, length, position, sparse);
            case REFERENCE -> new ReferenceColumn<>(component, field, declared.type(), position);
        };
    }

    private static String call(RecordField declared) {
        String method = declared.kind().factory() + "(\"" + declared.name() + "\"";
        if (declared.kind() == ColumnKind.REFERENCE) {
            return method + ", " + declared.type().getTypeName() + ".class)";
        }
        return method + (declared.isVector() ? ", " + declared.length() : "") + ")";
    }

    private static IllegalArgumentException forged(Component<?> component, String field) {
        return new IllegalArgumentException(component.schema().describe() + " declares no such column, named " + field
                + ": take columns from their component or event type, as in TYPE.float32(\"x\")");
    }
}
