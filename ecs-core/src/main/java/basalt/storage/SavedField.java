package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A field in a file.
 *
 * <pre>
 *   int fields; for each: text name, byte kind, int length
 * </pre>
 */
public record SavedField(String name, ColumnKind kind, int length) {
    /** The most fields of a record, which a constructor limits. */
    public static final int MAX_FIELDS = 255;

    /** The most bytes of a row of all components, or of an event, which offsets limit. */
    public static final int MAX_ROW_BYTES = 1 << 18;

    /** The number of a kind in files, which is why the order of the kinds stays. */
    public static int number(ColumnKind kind) {
        return kind.ordinal() + 1;
    }

    /** The kind of a number in files. Returns the kind; null if there is none. */
    public static ColumnKind kind(int number) {
        return number >= 1 && number <= ColumnKind.values().length ? ColumnKind.values()[number - 1] : null;
    }

    public static void encode(PartWriter to, List<Column> columns) {
        to.putInt(columns.size());
        for (Column column : columns) {
            to.putText(column.field());
            to.putByte(number(column.kind()));
            to.putInt(column.length());
        }
    }

    /** Reads fields. Returns the fields, whose values have at most {@link #MAX_ROW_BYTES} together. */
    public static List<SavedField> decode(ByteReader from) {
        List<SavedField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int rowBytes = 0;
        for (int count = from.getInt(MAX_FIELDS, "the number of fields"); count > 0; count--) {
            String name = from.getText(Integer.MAX_VALUE, "the name of a field");
            SavedField field = new SavedField(name, kind(from.getByte()), from.getInt());
            from.require(names.add(field.name), "field " + field.name + " is there twice");
            from.require(field.kind != null, "the kind of field " + field.name + " is unknown");
            int most = field.kind == ColumnKind.REFERENCE ? 1 : MAX_ROW_BYTES;
            from.require(field.length > 0 && field.length <= most, "the length of field " + field.name + " is wrong");
            rowBytes += field.length * field.kind.sizeBytes();
            from.require(rowBytes <= MAX_ROW_BYTES, "the fields are too long");
            fields.add(field);
        }
        return fields;
    }

    /** Whether a column has the same values. */
    public boolean isLike(Column column) {
        return column.field().equals(name) && column.kind() == kind && column.length() == length;
    }

    @Override
    public String toString() {
        return name + " " + kind + (length == 1 ? "" : "[" + length + "]");
    }
}
