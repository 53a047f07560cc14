package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.EnumColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A field in a file.
 *
 * <pre>
 *   int fields; for each: text name, byte kind, int length; of an enum: int constants, text name of each
 * </pre>
 *
 * @param constants the names of an enum's constants in their order; null for other fields
 */
public record SavedField(String name, ColumnKind kind, int length, List<String> constants) {
    /** The most fields of a record, which a constructor limits. */
    public static final int MAX_FIELDS = 255;

    /** The most bytes of a row of all components, or of an event, which offsets limit. */
    public static final int MAX_ROW_BYTES = 1 << 18;

    /** Added to the number of an enum's kind. */
    private static final int ENUM = 16;

    /** The most constants of an enum. */
    private static final int MAX_CONSTANTS = Short.MAX_VALUE;

    public static SavedField of(Column column) {
        List<String> constants = column instanceof EnumColumn<?> of
                ? of.constants().stream().<String>map(Enum::name).toList()
                : null;
        return new SavedField(column.field(), column.kind(), column.length(), constants);
    }

    /** The number in files of its kind. */
    private int number() {
        return number(kind) + (constants == null ? 0 : ENUM);
    }

    /** The number of a kind in files, which is why the order of the kinds stays. */
    public static int number(ColumnKind kind) {
        return kind.ordinal() + 1;
    }

    /** The kind of a number in files. Returns the kind; null if there is none. */
    private static ColumnKind kind(int number) {
        for (ColumnKind kind : ColumnKind.values()) {
            boolean canBeEnum = kind == ColumnKind.INT8 || kind == ColumnKind.INT16;
            if (number(kind) == number || canBeEnum && number(kind) + ENUM == number) {
                return kind;
            }
        }
        return null;
    }

    public static List<SavedField> allOf(List<Column> columns) {
        return columns.stream().map(SavedField::of).toList();
    }

    public static void encode(PartWriter to, List<SavedField> fields) {
        to.putInt(fields.size());
        fields.forEach(field -> field.encode(to));
    }

    private void encode(PartWriter to) {
        to.putText(name);
        to.putByte(number());
        to.putInt(length);
        if (constants != null) {
            to.putInt(constants.size());
            constants.forEach(to::putText);
        }
    }

    /** Reads the rest of a field, after its name. */
    public static SavedField decode(String name, ByteReader from) {
        int number = from.getByte();
        ColumnKind kind = kind(number);
        from.require(kind != null, "the kind of field " + name + " is unknown");
        int length = from.getInt();
        int most = kind == ColumnKind.REFERENCE ? 1 : MAX_ROW_BYTES;
        from.require(length > 0 && length <= most, "the length of field " + name + " is out of range: " + length);
        if (number <= ENUM) {
            return new SavedField(name, kind, length, null);
        }
        List<String> constants = new ArrayList<>();
        for (int count = from.getInt(MAX_CONSTANTS, "the number of constants"); count > 0; count--) {
            constants.add(from.getText(Integer.MAX_VALUE, "the name of a constant"));
        }
        return new SavedField(name, kind, length, constants);
    }

    /** Reads fields. Returns the fields, whose values have at most {@link #MAX_ROW_BYTES} together. */
    public static List<SavedField> decode(ByteReader from) {
        List<SavedField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int rowBytes = 0;
        for (int count = from.getInt(MAX_FIELDS, "the number of fields"); count > 0; count--) {
            SavedField field = decode(from.getText(Integer.MAX_VALUE, "the name of a field"), from);
            from.require(names.add(field.name), "field " + field.name + " is there twice");
            rowBytes += field.length * field.kind.sizeBytes();
            from.require(rowBytes <= MAX_ROW_BYTES, "the fields are too long");
            fields.add(field);
        }
        return fields;
    }

    /** Whether a column has the same values, or, of an enum, those with the same names. */
    public boolean isLike(Column column) {
        boolean wasReference = kind == ColumnKind.REFERENCE && column instanceof EnumColumn<?>;
        return column.field().equals(name)
                && (wasReference || column.kind() == kind && (of(column).constants == null) == (constants == null))
                && column.length() == length;
    }

    /** The name of the constant with an ordinal of the file; null for null. */
    public String constant(int ordinal) {
        if (ordinal < -1 || ordinal >= constants.size()) {
            throw new IllegalArgumentException("no constant has this ordinal: " + ordinal);
        }
        return ordinal == -1 ? null : constants.get(ordinal);
    }

    /** For each constant of the file the ordinal of the one with its name in a column; -1 if there is none. */
    public int[] ordinals(EnumColumn<?> column) {
        return constants.stream()
                .mapToInt(name -> of(column).constants.indexOf(name))
                .toArray();
    }

    /** The ordinal for one of the file, which {@link #ordinals} has; -1 for null. */
    public int ordinal(int saved, int[] ordinals) {
        String name = constant(saved);
        if (name != null && ordinals[saved] < 0) {
            throw new IllegalArgumentException("the enum has no constant " + name
                    + " in this process: add it, or convert it with LoadOptions.convert(...)");
        }
        return name == null ? -1 : ordinals[saved];
    }

    /** The kind, or the constants, as text. */
    public String type() {
        return constants == null ? kind.toString() : "an enum of " + constants;
    }

    @Override
    public String toString() {
        return name + " " + type() + (length == 1 ? "" : "[" + length + "]");
    }
}
