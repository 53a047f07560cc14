package basalt.match;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.storage.ColumnMemory;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * A condition on the values of a column, or of one lane of a vector: the key of a value lies in a range, or outside of
 * it.
 *
 * <p>Keys are numbers in the order of the values. The key of an integer or handle is the number itself, masked; that of
 * a boolean 0 or 1. The key of a float or double is its bits, of which a negative number's are inverted except for the
 * sign: see {@link #floatKey}. The keys of -0 and 0 are neighbours. NaN lies beyond the infinities, on both sides.
 *
 * <p>This class evaluates one word of 64 rows; {@link ColumnScan} evaluates many words of 4-byte and 8-byte columns at
 * once.
 *
 * <p>SAFETY: the offset is that of a declared column's lane; words are below WORDS, so rows are below ROWS.
 */
public final class ValueCondition {
    /** With fewer rows than this in a word, each row is read by itself. */
    private static final int FEW_ROWS = 24;

    /** The lowest bits of eight bytes, and of four shorts, in a long. */
    private static final long BYTES = 0x0101010101010101L;

    private static final long SHORTS = 0x0001000100010001L;

    /** Moves the lowest bits of eight bytes to the highest byte. */
    private static final long GATHER_BYTES = 0x0102040810204080L;

    /** Moves the lowest bits of four shorts to bits 48 to 51. */
    private static final long GATHER_SHORTS = 1L << 48 | 1L << 33 | 1L << 18 | 1L << 3;

    private final Column column;
    private final ColumnKind kind;
    private final int offset;
    private final long mask;
    private final LongSupplier lowest;
    private final LongSupplier highest;
    private final boolean isInverted;

    public ValueCondition(
            Column column, int lane, long mask, LongSupplier lowest, LongSupplier highest, boolean isInverted) {
        this.column = column;
        this.kind = column.kind();
        this.offset = column.laneOffset(lane);
        this.mask = kind == ColumnKind.BOOLEAN ? 1 : mask;
        this.lowest = lowest;
        this.highest = highest;
        this.isInverted = isInverted;
    }

    /** How a value is compared with a number. */
    public enum Operator {
        AT_MOST("<="),
        AT_LEAST(">="),
        NOT_EQUAL("!="),
        LESS("<"),
        GREATER(">"),
        EQUAL("=");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }

        public boolean needsOrder() {
            return this != EQUAL && this != NOT_EQUAL;
        }
    }

    /** Compares integers, handles, or booleans as 0 or 1; the number is read when a loop starts. */
    public static ValueCondition ofIntegers(Column column, int lane, Operator operator, LongSupplier number) {
        boolean isFromLowest = operator == Operator.AT_MOST || operator == Operator.GREATER;
        boolean isToHighest = operator == Operator.AT_LEAST || operator == Operator.LESS;
        boolean isOutside = operator == Operator.LESS || operator == Operator.GREATER || operator == Operator.NOT_EQUAL;
        LongSupplier lowest = isFromLowest ? () -> Long.MIN_VALUE : number;
        LongSupplier highest = isToHighest ? () -> Long.MAX_VALUE : number;
        return new ValueCondition(column, lane, -1L, lowest, highest, isOutside);
    }

    /** Compares floats or doubles; the number, which is not NaN, is read when a loop starts. */
    public static ValueCondition ofFloats(Column column, int lane, Operator operator, DoubleSupplier number) {
        boolean isFloat = column.kind() == ColumnKind.FLOAT32;
        LongSupplier least = () -> first(isFloat, Double.NEGATIVE_INFINITY);
        LongSupplier greatest = () -> last(isFloat, Double.POSITIVE_INFINITY);
        LongSupplier first = () -> first(isFloat, number.getAsDouble());
        LongSupplier last = () -> last(isFloat, number.getAsDouble());
        return switch (operator) {
            case AT_MOST -> new ValueCondition(column, lane, -1L, least, last, false);
            case AT_LEAST -> new ValueCondition(column, lane, -1L, first, greatest, false);
            case LESS -> new ValueCondition(column, lane, -1L, least, () -> first.getAsLong() - 1, false);
            case GREATER -> new ValueCondition(column, lane, -1L, () -> last.getAsLong() + 1, greatest, false);
            case EQUAL -> new ValueCondition(column, lane, -1L, first, last, false);
            case NOT_EQUAL -> new ValueCondition(column, lane, -1L, first, last, true);
        };
    }

    /** Floats or doubles from one number to another, both included and not NaN. */
    public static ValueCondition between(Column column, int lane, double least, double greatest) {
        boolean isFloat = column.kind() == ColumnKind.FLOAT32;
        long lowest = first(isFloat, least);
        long highest = last(isFloat, greatest);
        return new ValueCondition(column, lane, -1L, () -> lowest, () -> highest, false);
    }

    /** The lowest key of values that are not less than a number: -0 is below 0. */
    private static long first(boolean isFloat, double number) {
        double least = number == 0 ? -0.0 : number;
        if (!isFloat) {
            return doubleKey(Double.doubleToRawLongBits(least));
        }
        float rounded = (float) least;
        return floatKey(Float.floatToRawIntBits(rounded < least ? Math.nextUp(rounded) : rounded));
    }

    /** The highest key of values that are not greater than a number. */
    private static long last(boolean isFloat, double number) {
        double greatest = number == 0 ? 0.0 : number;
        if (!isFloat) {
            return doubleKey(Double.doubleToRawLongBits(greatest));
        }
        float rounded = (float) greatest;
        return floatKey(Float.floatToRawIntBits(rounded > greatest ? Math.nextDown(rounded) : rounded));
    }

    static int floatKey(int bits) {
        return bits ^ bits >> 31 >>> 1;
    }

    static long doubleKey(long bits) {
        return bits ^ bits >> 63 >>> 1;
    }

    public Column column() {
        return column;
    }

    ColumnKind kind() {
        return kind;
    }

    int offset() {
        return offset;
    }

    long mask() {
        return mask;
    }

    /** The lowest key of the range now. */
    long lowest() {
        return lowest.getAsLong();
    }

    /** The highest key of the range now. */
    long highest() {
        return highest.getAsLong();
    }

    boolean isInverted() {
        return isInverted;
    }

    /** Those of the rows of a word that meet the condition. If there is one, the block has the component. */
    long rows(long base, int word, long rows) {
        long low = lowest();
        long high = highest();
        long inside = 0;
        if (low <= high && rows != 0) {
            inside = Long.bitCount(rows) < FEW_ROWS
                    ? insideFew(base, word, rows, low, high - low)
                    : kind.shift() < 2 ? insideNarrow(base, word, low, high) : insideAll(base, word, low, high - low);
        }
        return rows & (isInverted ? ~inside : inside);
    }

    /** Compares eight bytes or four shorts at a time. */
    private long insideNarrow(long base, int word, long low, long high) {
        int bits = Byte.SIZE << kind.shift();
        long ones = kind.shift() == 0 ? BYTES : SHORTS;
        long first = Math.max(low, -1L << bits - 1);
        long last = Math.min(high, ~(-1L << bits - 1));
        if (first > last) {
            return 0;
        }
        long element = ~(-1L << bits);
        long masks = ones * (mask & element);
        long lows = ones * (first & element);
        long spans = ones * (last - first);
        long signs = ones << bits - 1;
        long outside = 0;
        for (int i = 0; i < bits; i++) {
            long values = ColumnMemory.getLong(base, word * bits + i, offset) & masks;
            long distances = subtract(values, lows, signs);
            long here = ~spans & distances | ~(spans ^ distances) & subtract(spans, distances, signs);
            long found = (here & signs) >>> bits - 1;
            outside |= bits == Byte.SIZE
                    ? found * GATHER_BYTES >>> 56 << (i << 3)
                    : (found * GATHER_SHORTS >>> 48 & 0xF) << (i << 2);
        }
        return ~outside;
    }

    /** Subtracts each element of a long from that of another one. */
    private static long subtract(long from, long what, long signs) {
        return (from | signs) - (what & ~signs) ^ (from ^ ~what) & signs;
    }

    private long insideFew(long base, int word, long rows, long low, long span) {
        long outside = 0;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            outside |= outside(key(base, (word << 6) + bit) - low, span) << bit;
        }
        return ~outside;
    }

    private long insideAll(long base, int word, long low, long span) {
        long outside = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            outside |= outside(key(base, (word << 6) + bit) - low, span) << bit;
        }
        return ~outside;
    }

    /** 1 if an unsigned distance exceeds another one, otherwise 0; without a branch: the borrow of a subtraction. */
    private static long outside(long distance, long span) {
        return (~span & distance | ~(span ^ distance) & (span - distance)) >>> 63;
    }

    private long key(long base, int row) {
        return switch (kind) {
            case INT32 -> ColumnMemory.getInt(base, row, offset) & mask;
            case FLOAT32 -> floatKey(ColumnMemory.getInt(base, row, offset));
            case FLOAT64 -> doubleKey(ColumnMemory.getLong(base, row, offset));
            case INT64, ENTITY -> ColumnMemory.getLong(base, row, offset) & mask;
            case INT16 -> ColumnMemory.getShort(base, row, offset) & mask;
            default -> ColumnMemory.getByte(base, row, offset) & mask;
        };
    }
}
