package basalt.storage;

import org.agrona.UnsafeApi;

/**
 * Reads the bytes of a {@link SavedRecord}, see {@link PartWriter}. All methods throw {@link IllegalArgumentException}
 * if the bytes end too early, or are not what they should be.
 */
public final class PartReader extends ByteReader {
    private final String part;

    public PartReader(String part, byte[] record) {
        this.part = part;
        bytes.wrap(record);
    }

    @Override
    public IllegalArgumentException damage(String what) {
        return new IllegalArgumentException(part + " are damaged: " + what);
    }

    /** Reads the number of values that follow. Returns a number of values for which there are enough bytes. */
    public int getCount(int size) {
        int count = getInt();
        int begin = position;
        skip(count, size);
        position = begin;
        return count;
    }

    public String getName() {
        return getText(Integer.MAX_VALUE, "a name");
    }

    /** SAFETY: the caller gives memory of that size. */
    public void getMemory(long to, int length) {
        int at = skip(length, Byte.BYTES);
        UnsafeApi.copyMemory(bytes.byteArray(), bytes.addressOffset() + at, null, to, length);
    }

    /** Reads the bytes of an object. Returns a copy; null if there is none. */
    public byte[] getObject() {
        int length = getInt();
        return length == -1 ? null : getBytes(length);
    }

    /** Passes over an object. */
    public void skipObject() {
        int length = getInt();
        skip(length == -1 ? 0 : length, Byte.BYTES);
    }

    /** Throws unless all bytes were read. */
    public void requireEnd() {
        require(rest() == 0, "they are too long");
    }
}
