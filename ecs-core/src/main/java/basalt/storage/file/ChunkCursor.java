package basalt.storage.file;

import basalt.component.SaveFormatException;
import basalt.internal.Utf8;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * Reads the contents of a chunk. Every read beyond its end is damage.
 *
 * <p>SAFETY: {@code position} is at most {@code end}, and the contents have {@code end} bytes, which {@link #next}
 * checks before each access.
 */
final class ChunkCursor {
    private long address;
    private int position;
    private int end;
    private int type;
    private long fileOffset;

    void set(int newType, long contents, int bytes, long offset) {
        type = newType;
        address = contents;
        end = bytes;
        position = 0;
        fileOffset = offset;
    }

    int type() {
        return type;
    }

    long fileOffset() {
        return fileOffset;
    }

    boolean isAtEnd() {
        return position == end;
    }

    /** The bytes that have not been read. */
    int rest() {
        return end - position;
    }

    SaveFormatException damage(String what) {
        return damage(what, null);
    }

    SaveFormatException damage(String what, Throwable cause) {
        return FileFormat.damage(what, type, fileOffset, ", byte " + position + " of its contents", cause);
    }

    /** Throws unless a condition holds. */
    void require(boolean condition, String what) {
        if (!condition) {
            throw damage(what);
        }
    }

    /** The address of the next bytes, which are passed over. */
    long next(long bytes) {
        if (bytes < 0 || bytes > rest()) {
            throw damage("the chunk ends before its contents do: bytes=" + bytes + ", left=" + rest());
        }
        long at = address + position;
        position += (int) bytes;
        return at;
    }

    int getByte() {
        return UnsafeApi.getByte(null, next(Byte.BYTES)) & 0xFF;
    }

    int getShort() {
        return getByte() | getByte() << 8;
    }

    int getInt() {
        return getShort() | getShort() << 16;
    }

    long getLong() {
        return getInt() & 0xFFFF_FFFFL | (long) getInt() << 32;
    }

    double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /** A number that is at least 0 and at most a limit. */
    int getInt(int limit, String what) {
        int value = getInt();
        if (value < 0 || value > limit) {
            throw damage(what + " is out of range: " + Integer.toUnsignedLong(value) + ", at most " + limit);
        }
        return value;
    }

    /** 0 or 1. */
    boolean getBoolean(String what) {
        int value = getByte();
        require(value <= 1, what + " is neither 0 nor 1");
        return value == 1;
    }

    /** A text of at most so many bytes. */
    String getText(int limit, String what) {
        byte[] bytes = getBytes(getInt(Math.min(limit, rest()), "the length of " + what));
        try {
            return Utf8.decode(bytes);
        } catch (IllegalArgumentException e) {
            throw damage(what + " is no text");
        }
    }

    byte[] getBytes(int length) {
        long from = next(length);
        byte[] bytes = new byte[length];
        UnsafeApi.copyMemory(null, from, bytes, BufferUtil.ARRAY_BASE_OFFSET, length);
        return bytes;
    }
}
