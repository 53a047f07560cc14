package basalt.storage.file;

import basalt.component.SaveFormatException;
import basalt.storage.ByteReader;

/**
 * Reads the contents of a chunk. Every read beyond its end is damage.
 *
 * <p>SAFETY: {@link #skip} checks each access.
 */
final class ChunkCursor extends ByteReader {
    private int type;
    private long fileOffset;

    void set(int newType, long contents, int length, long offset) {
        type = newType;
        bytes.wrap(contents, length);
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
        return rest() == 0;
    }

    @Override
    public SaveFormatException damage(String what) {
        return damage(what, null);
    }

    SaveFormatException damage(String what, Throwable cause) {
        return FileFormat.damage(what, type, fileOffset, ", byte " + position + " of its contents", cause);
    }

    /** The address of the next bytes, which are passed over. */
    long next(long count) {
        return bytes.addressOffset() + skip(count, Byte.BYTES);
    }

    /** 0 or 1. */
    boolean getBoolean(String what) {
        int value = getByte();
        require(value <= 1, what + " is neither 0 nor 1");
        return value == 1;
    }
}
