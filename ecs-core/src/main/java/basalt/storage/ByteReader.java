package basalt.storage;

import basalt.internal.Utf8;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads values one after the other from bytes of a file, whose numbers are little-endian. What is not as it should be
 * is {@linkplain #damage damage}, such as an end amid a value.
 */
public abstract class ByteReader {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    protected final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    protected int position;

    /** The exception for bytes that are not what they should be. */
    public abstract RuntimeException damage(String what);

    /** Throws unless a condition holds. */
    public final void require(boolean condition, String what) {
        if (!condition) {
            throw damage(what);
        }
    }

    /** The bytes that have not been read. */
    public final int rest() {
        return bytes.capacity() - position;
    }

    /** Passes over values of a size; returns where the first one is. */
    public final int skip(long count, int size) {
        if (count < 0 || count > rest() / size) {
            throw damage("the bytes end too early: bytes=" + count * size + ", left=" + rest());
        }
        int at = position;
        position += (int) count * size;
        return at;
    }

    public final int getByte() {
        return bytes.getByte(skip(1, Byte.BYTES)) & 0xFF;
    }

    public final int getShort() {
        return bytes.getShort(skip(1, Short.BYTES), ORDER) & 0xFFFF;
    }

    public final int getInt() {
        return bytes.getInt(skip(1, Integer.BYTES), ORDER);
    }

    public final long getLong() {
        return bytes.getLong(skip(1, Long.BYTES), ORDER);
    }

    public final double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /** A number that is at least 0 and at most a limit. */
    public final int getInt(int limit, String what) {
        int value = getInt();
        if (value < 0 || value > limit) {
            throw damage(what + " is out of range: " + Integer.toUnsignedLong(value) + ", at most " + limit);
        }
        return value;
    }

    /** A text of at most so many bytes. */
    public final String getText(int limit, String what) {
        byte[] text = getBytes(getInt(Math.min(limit, rest()), "the length of " + what));
        try {
            return Utf8.decode(text);
        } catch (IllegalArgumentException e) {
            throw damage(what + " is no text");
        }
    }

    public final byte[] getBytes(int length) {
        int at = skip(length, Byte.BYTES);
        byte[] copy = new byte[length];
        bytes.getBytes(at, copy);
        return copy;
    }
}
