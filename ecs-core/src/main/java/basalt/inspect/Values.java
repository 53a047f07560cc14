package basalt.inspect;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.ReferenceColumn;
import basalt.component.ShortColumn;
import basalt.internal.JsonWriter;
import basalt.storage.Blocks;
import basalt.storage.ColumnMemory;
import basalt.storage.access.Store;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;

/**
 * The values of columns: an element is read as 64 bits, those of the number, of the handle, or of the boolean; and
 * written as JSON by another thread.
 */
final class Values {
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

    /** Whether the numbers of a column are characters. */
    static boolean isChar(Column column) {
        return column instanceof ShortColumn shorts && shorts.isChar();
    }

    static Object readObject(Store store, Column column, long base, int row) {
        return store.references().get(((ReferenceColumn<?>) column).slot(), Blocks.index(base), row);
    }

    static boolean isReference(Column column) {
        return column.kind() == ColumnKind.REFERENCE;
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
        if (column instanceof EnumColumn<?> constants) {
            json.value(plainText(constants.constant((int) bits)));
            return;
        } else if (isChar(column)) {
            json.value(bits == 0 ? "" : String.valueOf((char) bits));
            return;
        }
        switch (column.kind()) {
            case FLOAT32 -> {
                float value = Float.intBitsToFloat((int) bits);
                writeNumber(json, Float.toString(value), Float.isFinite(value));
            }
            case FLOAT64 -> {
                double value = Double.longBitsToDouble(bits);
                writeNumber(json, Double.toString(value), Double.isFinite(value));
            }
            case INT64 -> json.value(Long.toString(bits));
            case ENTITY -> json.value(handle(bits));
            case BOOLEAN -> json.value(bits != 0);
            default -> json.value(bits);
        }
    }

    /** Writes a number; JSON has none that is not finite. */
    private static void writeNumber(JsonWriter json, String text, boolean isFinite) {
        if (isFinite) {
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
        } else if (isChar(column)) {
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
        } else if (isChar(column)) {
            return "one character";
        }
        return switch (column.kind()) {
            case FLOAT32, FLOAT64 -> "a number";
            case BOOLEAN -> "true or false";
            case ENTITY -> "an entity, as 12:3, or null";
            default -> "a whole number";
        };
    }

    /** Writes the members {@code kind} and {@code length} of an object; of a reference {@code type}, too. */
    static JsonWriter describe(JsonWriter json, Column column) {
        json.put("kind", kind(column)).put("length", column.length());
        if (column instanceof ReferenceColumn<?> reference) {
            Class<?> type = reference.type();
            json.put("type", type == String.class ? "text" : "object");
        }
        return json;
    }

    /** The text of a string or an enum, without a call of other code; null for other objects. */
    static String plainText(Object value) {
        return value instanceof String text ? text : value instanceof Enum<?> constant ? constant.name() : null;
    }

    /** A text without what is behind a number of characters; null for null. */
    static String cut(String text, int most) {
        return text == null || text.length() <= most ? text : text.substring(0, most) + "...";
    }

    /** The name of a kind: {@code float32}. */
    static String kind(Column column) {
        ColumnKind kind = column.kind();
        if (column instanceof EnumColumn<?>) {
            return "enum";
        } else if (isChar(column)) {
            return "char";
        }
        return kind == ColumnKind.BOOLEAN ? "bool" : kind.name().toLowerCase(Locale.ROOT);
    }
}
