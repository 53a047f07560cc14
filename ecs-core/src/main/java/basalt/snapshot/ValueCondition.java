package basalt.snapshot;

import basalt.component.Column;
import basalt.component.ColumnKind;
import basalt.storage.ColumnMemory;
import basalt.storage.Pools;
import java.util.function.LongSupplier;

/**
 * A condition on the values of a column, or of one lane of a vector: the key of a value lies in a range, or outside of
 * it.
 *
 * <p>Keys are numbers in the order of the values. The key of an integer or handle is the number itself, masked; that of
 * a boolean 0 or 1. The key of a float or double is its bits, of which a negative number's are inverted except for the
 * sign: see {@link #key(float)}. The keys of -0 and 0 are neighbours. NaN lies beyond the infinities, on both sides.
 *
 * <p>This class evaluates one word of 64 rows; {@link ColumnScan} evaluates many words of 4-byte and 8-byte columns at
 * once.
 *
 * <p>SAFETY: the offset is that of a declared column's lane; words are below WORDS, so rows are below ROWS.
 */
public final class ValueCondition {
    /** With fewer rows than this in a word, each row is read by itself. */
    private static final int FEW_ROWS = 24;

    private static final long LOWEST_BITS = 0x0101010101010101L;

    /** Moves the lowest bit of each byte to the highest byte. */
    private static final long GATHER = 0x0102040810204080L;

    private final Column column;
    private final ColumnKind kind;
    private final int offset;
    private final long mask;
    private final LongSupplier lowest;
    private final LongSupplier highest;
    private final boolean isInverted;

    /**
     * A condition.
     *
     * @param column a column of numbers, booleans or handles
     * @param lane the lane; 0 for a scalar
     * @param mask the bits that count; all for floats and doubles; an int unless the column has 8-byte elements
     * @param lowest supplies the lowest key of the range; calls no code of the user
     * @param highest supplies the highest key of the range, which is empty if this is below the lowest
     * @param isInverted whether values outside of the range meet the condition
     */
    public ValueCondition(
            Column column, int lane, long mask, LongSupplier lowest, LongSupplier highest, boolean isInverted) {
        this.column = column;
        this.kind = column.kind();
        this.offset = column.laneOffset(lane);
        this.mask = mask;
        this.lowest = lowest;
        this.highest = highest;
        this.isInverted = isInverted;
    }

    /**
     * The key of a float.
     *
     * @param value the float
     * @return its key, an int
     */
    public static long key(float value) {
        return floatKey(Float.floatToRawIntBits(value));
    }

    /**
     * The key of a double.
     *
     * @param value the double
     * @return its key
     */
    public static long key(double value) {
        return doubleKey(Double.doubleToRawLongBits(value));
    }

    static int floatKey(int bits) {
        return bits ^ bits >> 31 >>> 1;
    }

    static long doubleKey(long bits) {
        return bits ^ bits >> 63 >>> 1;
    }

    /**
     * The column.
     *
     * @return the column
     */
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
            long origin = Pools.origin(base, column.component());
            inside = kind == ColumnKind.BOOLEAN
                    ? insideBooleans(origin, word, low, high)
                    : Long.bitCount(rows) < FEW_ROWS
                            ? insideFew(origin, word, rows, low, high - low)
                            : insideAll(origin, word, low, high - low);
        }
        return rows & (isInverted ? ~inside : inside);
    }

    private long insideBooleans(long origin, int word, long low, long high) {
        long trues = 0;
        for (int i = 0; i < Byte.SIZE; i++) {
            long eight = ColumnMemory.getLong(origin, (word << 3) + i, offset) & LOWEST_BITS;
            trues |= eight * GATHER >>> 56 << (i << 3);
        }
        return (low <= 1 && high >= 1 ? trues : 0) | (low <= 0 && high >= 0 ? ~trues : 0);
    }

    private long insideFew(long origin, int word, long rows, long low, long span) {
        long outside = 0;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            outside |= outside(key(origin, (word << 6) + bit) - low, span) << bit;
        }
        return ~outside;
    }

    private long insideAll(long origin, int word, long low, long span) {
        long outside = 0;
        for (int bit = 0; bit < Long.SIZE; bit++) {
            outside |= outside(key(origin, (word << 6) + bit) - low, span) << bit;
        }
        return ~outside;
    }

    /** 1 if an unsigned distance exceeds another one, otherwise 0; without a branch: the borrow of a subtraction. */
    private static long outside(long distance, long span) {
        return (~span & distance | ~(span ^ distance) & (span - distance)) >>> 63;
    }

    private long key(long origin, int row) {
        return switch (kind) {
            case INT32 -> ColumnMemory.getInt(origin, row, offset) & mask;
            case FLOAT32 -> floatKey(ColumnMemory.getInt(origin, row, offset));
            case FLOAT64 -> doubleKey(ColumnMemory.getLong(origin, row, offset));
            case INT64, ENTITY -> ColumnMemory.getLong(origin, row, offset) & mask;
            case INT16 -> ColumnMemory.getShort(origin, row, offset) & mask;
            default -> ColumnMemory.getByte(origin, row, offset) & mask;
        };
    }
}
