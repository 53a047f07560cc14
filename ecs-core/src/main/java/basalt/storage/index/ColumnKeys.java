package basalt.storage.index;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.EnumColumn;
import basalt.component.ShortColumn;
import basalt.storage.ColumnMemory;
import basalt.storage.Elements;

/**
 * The values of a column as 64-bit keys, which have the order of the values as signed numbers:
 *
 * <pre>
 *   integers   the value; of a char, from 0 to 65535
 *   floats     the bits of the double, of negative ones all but the sign flipped; -0 is 0, and all NaN are one, last
 *   booleans   0 or 1
 *   entities   the halves of the handle exchanged: by index, then by generation
 *   enums      the ordinal; -1 for null
 *   strings    a hash, which is no order, and which few strings share
 * </pre>
 */
public final class ColumnKeys {
    private enum Kind {
        INTEGERS("integers: pass a long"),
        CHARS("chars: pass a char"),
        FLOATS("floats: pass a float"),
        DOUBLES("doubles: pass a double"),
        BOOLEANS("booleans: pass a boolean"),
        ENTITIES("entities: pass a handle"),
        ENUMS("constants of an enum: pass one of these"),
        STRINGS("strings, which have no order: pass one to find(...), count(...) or collect(...)");

        private final String remedy;

        Kind(String remedy) {
            this.remedy = remedy;
        }
    }

    private final Column column;
    private final Kind kind;
    private final int offset;
    private final int shift;
    private final Elements elements;

    /** @param elements those of strings */
    public ColumnKeys(Column column, Elements elements) {
        this.column = column;
        this.elements = elements;
        kind = kindOf(column);
        offset = column.offset();
        shift = column.kind().shift();
    }

    private static Kind kindOf(Column column) {
        if (column instanceof EnumColumn) {
            return Kind.ENUMS;
        }
        if (column instanceof ShortColumn letters && letters.isChar()) {
            return Kind.CHARS;
        }
        return switch (column.kind()) {
            case FLOAT32 -> Kind.FLOATS;
            case FLOAT64 -> Kind.DOUBLES;
            case BOOLEAN -> Kind.BOOLEANS;
            case ENTITY -> Kind.ENTITIES;
            case STRING -> Kind.STRINGS;
            default -> Kind.INTEGERS;
        };
    }

    public Column column() {
        return column;
    }

    /** Whether equal keys are equal values. */
    boolean areValues() {
        return kind != Kind.STRINGS;
    }

    long read(long base, int row) {
        return switch (kind) {
            case INTEGERS -> ColumnMemory.getBits(base, row, offset, shift);
            case CHARS -> Short.toUnsignedLong(ColumnMemory.getShort(base, row, offset));
            case FLOATS -> ofDouble(ColumnMemory.getFloat(base, row, offset));
            case DOUBLES -> ofDouble(ColumnMemory.getDouble(base, row, offset));
            case BOOLEANS -> ColumnMemory.getBoolean(base, row, offset) ? 1 : 0;
            case ENTITIES -> Long.rotateLeft(ColumnMemory.getLong(base, row, offset), Integer.SIZE);
            case ENUMS -> ofOrdinal((int) ColumnMemory.getBits(base, row, offset, shift));
            case STRINGS -> elements.longHash(ColumnMemory.getLong(base, row, offset));
        };
    }

    private long ofOrdinal(int ordinal) {
        return ((EnumColumn<?>) column).constant(ordinal) == null ? -1 : ordinal;
    }

    private static long ofDouble(double value) {
        return flipped(Double.doubleToLongBits(value + 0.0)); // -0 + 0 is 0
    }

    /** Its own inverse. */
    private static long flipped(long bits) {
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    public long of(long value) {
        return switch (kind) {
            case INTEGERS, CHARS -> value;
            case ENTITIES -> Long.rotateLeft(value, Integer.SIZE);
            case FLOATS, DOUBLES -> ofDouble(value);
            default -> throw refused(value);
        };
    }

    public long of(double value) {
        if (kind != Kind.FLOATS && kind != Kind.DOUBLES) {
            throw refused(value);
        }
        return ofDouble(value);
    }

    public long of(boolean value) {
        if (kind != Kind.BOOLEANS) {
            throw refused(value);
        }
        return value ? 1 : 0;
    }

    public long of(Enum<?> value) {
        if (!(column instanceof EnumColumn<?> constants)
                || value != null && !constants.type().isInstance(value)) {
            throw refused(value);
        }
        return ColumnMemory.ordinal(value);
    }

    public long of(String value) {
        if (kind != Kind.STRINGS) {
            throw refused(value);
        }
        return Elements.longHash(value, 0, value == null ? 0 : value.length());
    }

    /** Throws if the values have no order. */
    public void requireOrder() {
        if (kind == Kind.STRINGS) {
            throw new IllegalArgumentException(this + " is of " + kind.remedy);
        }
    }

    String string(long base, int row) {
        return elements.string(ColumnMemory.getLong(base, row, offset));
    }

    /** Whether a row has a string, or null. */
    boolean hasText(long base, int row, String text) {
        return elements.equals(ColumnMemory.getLong(base, row, offset), text, 0, text == null ? 0 : text.length());
    }

    private IllegalArgumentException refused(Object value) {
        return new IllegalArgumentException(this + " is of " + kind.remedy + ": value=" + value);
    }

    /** The value of a row with a key as text. */
    String text(long key, long base, int row) {
        return switch (kind) {
            case INTEGERS -> Long.toString(key);
            case CHARS -> "'" + (char) key + "'";
            case FLOATS, DOUBLES -> Double.toString(Double.longBitsToDouble(flipped(key)));
            case BOOLEANS -> Boolean.toString(key != 0);
            case ENTITIES -> Entity.toString(Long.rotateRight(key, Integer.SIZE));
            case ENUMS -> String.valueOf(((EnumColumn<?>) column).constant((int) key));
            case STRINGS -> "'" + string(base, row) + "'";
        };
    }

    /** Which index it is, as {@code the index over Account.id}. */
    @Override
    public String toString() {
        return "the index over " + column.component().shortName() + "." + column.field();
    }
}
