package basalt.storage;

import basalt.component.Column;
import org.agrona.UnsafeApi;

/**
 * Raw typed access to columns: address = origin + row * size + offset.
 *
 * <p>With one {@code origin} for all columns of a loop, and offsets that are constants to the JIT, it knows that
 * columns do not overlap, and can vectorise the loop. The literal {@code null} shows that the access is off heap.
 *
 * <p>SAFETY: {@code origin} is the base of a block or of a page of events, {@code offset} comes from a column, whose
 * constructor checks it, and {@code 0 <= row < ROWS}; so row * size + offset stays in it. Or {@code origin} is that of
 * the elements of a list, and {@code row} a checked index.
 */
public final class ColumnMemory {
    private ColumnMemory() {}

    /** The offset of a scalar column. */
    public static int scalar(int length, int offset) {
        if (length != 1) {
            throw new IllegalArgumentException("the column is a vector of length " + length
                    + ": also pass a lane; of an entity, by world.row(entity).get(column, lane)");
        }
        return offset;
    }

    public static float getFloat(long origin, int row, int offset) {
        return UnsafeApi.getFloat(null, origin + ((long) row << 2) + offset);
    }

    public static void putFloat(long origin, int row, int offset, float value) {
        UnsafeApi.putFloat(null, origin + ((long) row << 2) + offset, value);
    }

    public static double getDouble(long origin, int row, int offset) {
        return UnsafeApi.getDouble(null, origin + ((long) row << 3) + offset);
    }

    public static void putDouble(long origin, int row, int offset, double value) {
        UnsafeApi.putDouble(null, origin + ((long) row << 3) + offset, value);
    }

    public static byte getByte(long origin, int row, int offset) {
        return UnsafeApi.getByte(null, origin + row + offset);
    }

    public static void putByte(long origin, int row, int offset, byte value) {
        UnsafeApi.putByte(null, origin + row + offset, value);
    }

    /**
     * Reads a boolean: the lowest bit of a byte. With the mask C2 knows that the value is 0 or 1, needs no branch, and
     * vectorises {@code !}, {@code &}, {@code |} and {@code ^} of booleans; {@code != 0} alone is a branch.
     */
    public static boolean getBoolean(long origin, int row, int offset) {
        return (getByte(origin, row, offset) & 1) != 0;
    }

    /** Writes a boolean, which is a byte. */
    public static void putBoolean(long origin, int row, int offset, boolean value) {
        putByte(origin, row, offset, (byte) (value ? 1 : 0));
    }

    public static short getShort(long origin, int row, int offset) {
        return UnsafeApi.getShort(null, origin + ((long) row << 1) + offset);
    }

    public static void putShort(long origin, int row, int offset, short value) {
        UnsafeApi.putShort(null, origin + ((long) row << 1) + offset, value);
    }

    public static int getInt(long origin, int row, int offset) {
        return UnsafeApi.getInt(null, origin + ((long) row << 2) + offset);
    }

    public static void putInt(long origin, int row, int offset, int value) {
        UnsafeApi.putInt(null, origin + ((long) row << 2) + offset, value);
    }

    public static long getLong(long origin, int row, int offset) {
        return UnsafeApi.getLong(null, origin + ((long) row << 3) + offset);
    }

    public static void putLong(long origin, int row, int offset, long value) {
        UnsafeApi.putLong(null, origin + ((long) row << 3) + offset, value);
    }

    /** Reads the ordinal of an enum's constant. */
    public static int getOrdinal(long origin, int row, Column column) {
        return (int) getBits(origin, row, column.offset(), column.kind().shift());
    }

    public static void putOrdinal(long origin, int row, Column column, int ordinal) {
        putBits(origin, row, column.offset(), column.kind().shift(), ordinal);
    }

    /** The number that is stored for a constant of an enum, or for null. */
    public static int ordinal(Object constant) {
        return constant == null ? -1 : ((Enum<?>) constant).ordinal();
    }

    /** Reads the raw bits of a value of {@code 1 << shift} bytes. */
    public static long getBits(long origin, int row, int offset, int shift) {
        return switch (shift) {
            case 0 -> getByte(origin, row, offset);
            case 1 -> getShort(origin, row, offset);
            case 2 -> getInt(origin, row, offset);
            default -> getLong(origin, row, offset);
        };
    }

    /** Writes the raw bits of a value of {@code 1 << shift} bytes. */
    public static void putBits(long origin, int row, int offset, int shift, long bits) {
        switch (shift) {
            case 0 -> putByte(origin, row, offset, (byte) bits);
            case 1 -> putShort(origin, row, offset, (short) bits);
            case 2 -> putInt(origin, row, offset, (int) bits);
            default -> putLong(origin, row, offset, bits);
        }
    }
}
