package basalt.storage;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A field in a file.
 *
 * <pre>
 *   int fields; for each: text name, byte kind, int length; of enums: int constants, text name of each
 *   kind: 1 to 9, that of references for strings; 16 more for an enum; 32 more than its elements have for a list, also
 *   for one of strings: 41; earlier versions gave it that of references
 * </pre>
 *
 * @param kind where values are: a list of strings is an object, as a reference
 * @param element the kind of the elements of a list, of strings that of references; null for other fields
 * @param constants the names of an enum's constants in their order, also of a list of them; null for other fields
 */
public record SavedField(String name, ColumnKind kind, ColumnKind element, int length, List<String> constants) {
    private static final List<ColumnKind> KINDS = List.of(ColumnKind.values()).subList(0, ColumnKind.LIST.ordinal());

    /** The most fields of a record, which a constructor limits. */
    public static final int MAX_FIELDS = 255;

    /** The most bytes of a row of all components, or of an event, which offsets limit. */
    public static final int MAX_ROW_BYTES = 1 << 18;

    /** Added to the number of an enum's kind. */
    private static final int ENUM = 16;

    /** Added to the number of the kind of a list's elements. */
    private static final int LIST = 32;

    /** The most constants of an enum. */
    private static final int MAX_CONSTANTS = Short.MAX_VALUE;

    public static SavedField of(Column column) {
        ColumnKind kind = areStrings(column) ? ColumnKind.REFERENCE : column.kind();
        ColumnKind element = column instanceof ListColumn list
                ? list.elementKind()
                : column instanceof StringListColumn ? ColumnKind.REFERENCE : null;
        return new SavedField(column.field(), kind, element, column.length(), names(column));
    }

    /** Whether values are objects in files, and bytes of strings off heap in worlds. */
    public static boolean areStrings(Column column) {
        return column instanceof StringColumn || column instanceof StringListColumn;
    }

    /** The names of an enum's constants; null for other columns. */
    private static List<String> names(Column column) {
        List<? extends Enum<?>> constants = column instanceof EnumColumn<?> one
                ? one.constants()
                : column instanceof ListColumn.OfEnum<?> list ? list.constants() : null;
        return constants == null
                ? null
                : constants.stream().<String>map(Enum::name).toList();
    }

    /** The number in files of its kind. */
    private int number() {
        return (element != null ? LIST + number(element) : number(kind)) + (constants == null ? 0 : ENUM);
    }

    /** The number of a kind in files, which is why the order of the kinds stays. */
    public static int number(ColumnKind kind) {
        return kind.ordinal() + 1;
    }

    /** The kind of a number in files. Returns the kind; null if there is none. */
    private static ColumnKind kind(int number) {
        if (number > LIST) {
            ColumnKind element = kind(number - LIST);
            return element == null || element == ColumnKind.REFERENCE ? element : ColumnKind.LIST;
        }
        for (ColumnKind kind : KINDS) {
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
        int most = kind == ColumnKind.REFERENCE || kind == ColumnKind.LIST ? 1 : MAX_ROW_BYTES;
        from.require(length > 0 && length <= most, "the length of field " + name + " is out of range: " + length);
        ColumnKind element = number > LIST ? kind(number - LIST) : null;
        if (number % LIST <= ENUM) {
            return new SavedField(name, kind, element, length, null);
        }
        List<String> constants = new ArrayList<>();
        for (int count = from.getInt(MAX_CONSTANTS, "the number of constants"); count > 0; count--) {
            constants.add(from.getText(Integer.MAX_VALUE, "the name of a constant"));
        }
        return new SavedField(name, kind, element, length, constants);
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
        SavedField own = of(column);
        boolean wasReference = kind == ColumnKind.REFERENCE
                && element == null
                && (column instanceof EnumColumn<?> || column instanceof StringListColumn);
        boolean isSame = own.kind == kind && own.element == element && (own.constants == null) == (constants == null);
        return own.name.equals(name) && own.length == length && (wasReference || isSame);
    }

    /** The name of the constant with an ordinal of the file; null for null. */
    public String constant(int ordinal) {
        if (ordinal < -1 || ordinal >= constants.size()) {
            throw new IllegalArgumentException("no constant has this ordinal: " + ordinal);
        }
        return ordinal == -1 ? null : constants.get(ordinal);
    }

    /** For each constant of the file the ordinal of the one with its name in a column; -1 if there is none. */
    public int[] ordinals(Column column) {
        List<String> names = names(column);
        return constants.stream().mapToInt(names::indexOf).toArray();
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
        if (element == ColumnKind.REFERENCE) {
            return "a list of strings";
        }
        String type = constants != null ? "an enum of " + constants : element == null ? kind.toString() : "" + element;
        return element == null ? type : "a list of " + type;
    }

    @Override
    public String toString() {
        return name + " " + type() + (length == 1 ? "" : "[" + length + "]");
    }
}
