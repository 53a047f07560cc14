package basalt.inspect;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.ListColumn;
import basalt.component.ReferenceColumn;
import basalt.component.StringColumn;
import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.ColumnText;
import basalt.storage.Elements;
import basalt.storage.access.Store;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * The values of columns: an element is read as 64 bits, those of the number, of the handle, or of the boolean; and
 * written as JSON by another thread.
 */
final class Values {
    /** So many elements of a list are shown. */
    private static final int MOST_SHOWN = 32;

    private Values() {}

    /**
     * Reads an element that is no reference.
     *
     * <p>SAFETY: the row is in the block, and has the component, so the block has its columns.
     */
    static long read(Column column, int lane, long base, int row) {
        return ColumnMemory.getBits(
                base, row, column.laneOffset(lane), column.kind().shift());
    }

    static Object readObject(Store store, Column column, long base, int row) {
        if (column instanceof StringColumn string) {
            return store.references().elements().string(ColumnMemory.getLong(base, row, string.offset()));
        }
        if (column instanceof VariableColumn list) {
            return elements(store.references().elements(), list, ColumnMemory.getLong(base, row, list.offset()));
        }
        return store.references().get(((ReferenceColumn<?>) column).slot(), Blocks.index(base), row);
    }

    /** Whether values are shown as text: those of references, lists and strings. */
    static boolean isReference(Column column) {
        return ColumnSet.laneCount(column) == 0;
    }

    /** Whether values are strings. */
    static boolean isText(Column column) {
        return column instanceof StringColumn
                || column instanceof ReferenceColumn<?> reference && reference.type() == String.class;
    }

    /** The first elements or strings of a list as text, and their number. */
    private static String elements(Elements elements, VariableColumn column, long list) {
        int length = elements.length(list, column);
        StringJoiner text = new StringJoiner(", ", length + ": [", length > MOST_SHOWN ? ", ...]" : "]");
        for (int i = 0; i < Math.min(length, MOST_SHOWN); i++) {
            text.add(element(elements, column, list, i));
        }
        return text.toString();
    }

    private static String element(Elements elements, VariableColumn column, long list, int i) {
        if (column instanceof StringListColumn) {
            return elements.string(list, i);
        }
        ColumnKind kind = column.elementKind();
        long bits = ColumnMemory.getBits(elements.start(list), i, 0, kind.shift());
        return column instanceof ListColumn.OfEnum<?> constants
                ? ColumnText.plain(constants.constant((int) bits))
                : kind == ColumnKind.ENTITY ? handle(bits) : ColumnText.of(kind, bits);
    }

    /** Writes the elements of a column: an array if it is a vector. */
    static void write(JsonWriter json, Column column, IntToLongFunction lanes) {
        if (column.length() == 1) {
            write(json, column, lanes.applyAsLong(0));
            return;
        }
        json.startArray();
        for (int lane = 0; lane < column.length(); lane++) {
            write(json, column, lanes.applyAsLong(lane));
        }
        json.endArray();
    }

    private static void write(JsonWriter json, Column column, long bits) {
        String text = ColumnText.of(column, bits);
        if (column instanceof EnumColumn<?> || ColumnText.isChar(column)) {
            json.value(text);
            return;
        }
        switch (column.kind()) {
            case FLOAT32, FLOAT64 -> writeNumber(json, text);
            case INT64 -> json.value(text);
            case ENTITY -> json.value(handle(bits));
            case BOOLEAN -> json.value(bits != 0);
            default -> json.value(bits);
        }
    }

    /** Writes a number; JSON has none that is not finite. */
    private static void writeNumber(JsonWriter json, String text) {
        if (Character.isDigit(text.charAt(text.length() - 1))) {
            json.json(text);
        } else {
            json.value(text);
        }
    }

    /** An entity as text: index and generation; null for the null handle. */
    static String handle(long entity) {
        return entity == Entity.NULL
                ? null
                : Integer.toUnsignedString(Entity.index(entity)) + ":"
                        + Integer.toUnsignedString(Entity.generation(entity));
    }

    /**
     * Reads a handle.
     *
     * @param text index and generation, as {@code 12:3}; {@code null} or nothing for the null handle
     */
    static long parseEntity(String text) {
        if (text.isEmpty() || text.equals("null")) {
            return Entity.NULL;
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new NumberFormatException("\"" + text + "\" is no entity; write index and generation, as 12:3");
        }
        return Entity.of(
                Integer.parseUnsignedInt(text.substring(0, colon)),
                Integer.parseUnsignedInt(text.substring(colon + 1)));
    }

    static boolean parseBoolean(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new NumberFormatException(text);
        }
        return text.equals("true");
    }

    /** Reads the bits of a value that is no reference. */
    static long parse(Column column, String text) {
        if (column instanceof EnumColumn<?> constants) {
            return parseConstant(constants, text);
        } else if (ColumnText.isChar(column)) {
            return parseChar(text);
        }
        return switch (column.kind()) {
            case FLOAT32 -> Float.floatToRawIntBits(Float.parseFloat(text));
            case FLOAT64 -> Double.doubleToRawLongBits(Double.parseDouble(text));
            case INT8 -> Byte.parseByte(text);
            case INT16 -> Short.parseShort(text);
            case INT32 -> Integer.parseInt(text);
            case BOOLEAN -> parseBoolean(text) ? 1 : 0;
            case ENTITY -> parseEntity(text);
            default -> Long.parseLong(text);
        };
    }

    private static short parseChar(String text) {
        if (text.length() > 1) {
            throw new NumberFormatException(text);
        }
        return text.isEmpty() ? 0 : (short) text.charAt(0);
    }

    private static int parseConstant(EnumColumn<?> column, String text) {
        int ordinal = text.isEmpty() ? -1 : names(column).indexOf(text) - 1; // the first name is null, which is -1
        if (ordinal < -1) {
            throw new NumberFormatException(text);
        }
        return ordinal;
    }

    /** The values of an enum: null, and the names of the constants. */
    static List<String> names(EnumColumn<?> column) {
        return Stream.concat(Stream.of("null"), column.constants().stream().map(Enum::name))
                .toList();
    }

    /** What a value of a column must be. */
    static String wanted(Column column) {
        if (column instanceof EnumColumn<?> constants) {
            return String.join(", ", names(constants));
        } else if (ColumnText.isChar(column)) {
            return "one character";
        }
        return switch (column.kind()) {
            case FLOAT32, FLOAT64 -> "a number";
            case BOOLEAN -> "true or false";
            case ENTITY -> "an entity, as 12:3, or null";
            default -> "a whole number";
        };
    }

    /** Writes {@code kind} and {@code length} of an object; of a reference {@code type}, of an enum its constants. */
    static JsonWriter describe(JsonWriter json, Column column) {
        json.put("kind", kind(column)).put("length", column.length());
        if (column instanceof EnumColumn<?> constants) {
            json.put("constants", constants.constants().stream().map(Enum::name).toList());
        }
        if (isReference(column)) {
            json.put("type", isText(column) ? "text" : "object");
        }
        return json;
    }

    /** The name of a kind: {@code float32}. */
    static String kind(Column column) {
        ColumnKind kind = column.kind();
        if (column instanceof EnumColumn<?>) {
            return "enum";
        } else if (ColumnText.isChar(column)) {
            return "char";
        }
        return kind == ColumnKind.BOOLEAN ? "bool" : kind.name().toLowerCase(Locale.ROOT);
    }
}
