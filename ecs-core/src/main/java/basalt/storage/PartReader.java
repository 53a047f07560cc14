package basalt.storage;

import basalt.internal.Utf8;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the bytes of a {@link SavedRecord}, see {@link PartWriter}. All methods throw {@link IllegalArgumentException}
 * if the bytes end too early, or are not what they should be.
 */
public final class PartReader {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private final String part;
    private final byte[] bytes;
    private final UnsafeBuffer buffer;
    private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private int position;

    public PartReader(String part, byte[] bytes) {
        this.part = part;
        this.bytes = bytes;
        buffer = new UnsafeBuffer(bytes);
    }

    /** Throws unless a condition holds. */
    public void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalArgumentException(part + " are damaged: " + what);
        }
    }

    /** Passes over bytes. */
    public int skip(long count, int size) {
        if (count < 0 || count > (bytes.length - position) / size) {
            require(false, "they end too early");
        }
        int at = position;
        position += (int) count * size;
        return at;
    }

    public int getByte() {
        return bytes[skip(1, Byte.BYTES)] & 0xFF;
    }

    public int getInt() {
        return buffer.getInt(skip(1, Integer.BYTES), ORDER);
    }

    public long getLong() {
        return buffer.getLong(skip(1, Long.BYTES), ORDER);
    }

    /** Reads the number of values that follow. Returns a number of values for which there are enough bytes. */
    public int getCount(int size) {
        int count = getInt();
        int begin = position;
        skip(count, size);
        position = begin;
        return count;
    }

    public String getText() {
        int length = getInt();
        int at = skip(length, Byte.BYTES);
        try {
            return Utf8.decode(Arrays.copyOfRange(bytes, at, at + length));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(part + " are damaged: a name is no text", e);
        }
    }

    public void getMemory(long to, int length) {
        int at = skip(length, Byte.BYTES);
        // SAFETY: the caller gives memory of that size, and the view is used only here.
        memory.wrap(to, length);
        memory.putBytes(0, bytes, at, length);
        memory.wrap(0, 0);
    }

    /** Reads the bytes of an object. Returns a copy; null if there is none. */
    public byte[] getObject() {
        int length = getInt();
        if (length == -1) {
            return null;
        }
        int at = skip(length, Byte.BYTES);
        return Arrays.copyOfRange(bytes, at, at + length);
    }

    /** Passes over an object. */
    public void skipObject() {
        int length = getInt();
        skip(length == -1 ? 0 : length, Byte.BYTES);
    }

    /** Throws unless all bytes were read. */
    public void requireEnd() {
        require(position == bytes.length, "they are too long");
    }
}
