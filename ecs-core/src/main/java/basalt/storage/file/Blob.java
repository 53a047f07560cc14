package basalt.storage.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/**
 * Bytes of any length, which may go on in the next chunk of the same type.
 *
 * <pre>
 *   int length, or -1 for none; the bytes
 * </pre>
 */
final class Blob {
    private static final int FIRST_BYTES = 1 << 16;

    private Blob() {}

    /** Writes nothing, which is different from no bytes. */
    static void encodeNone(ChunkBuffer to) throws IOException {
        to.require(Integer.BYTES);
        to.putInt(-1);
    }

    static void encode(ChunkBuffer to, byte[] bytes, int length) throws IOException {
        to.require(Integer.BYTES);
        to.putInt(length);
        int done = 0;
        while (done < length) {
            to.require(1);
            int part = Math.min(length - done, to.room());
            to.putBytes(bytes, done, part);
            done += part;
        }
    }

    /** Reads bytes, at most so many; null if there are none. */
    static byte[] decode(ChunkStream file, int type, long limit, String what) throws IOException {
        ChunkCursor from = file.entry(type);
        int length = from.getInt();
        if (length == -1) {
            return null;
        }
        from.require(
                length >= 0 && length <= limit,
                what + " has more bytes than LoadOptions.maxObjectBytes(...) or maxBytes(...) allows: bytes="
                        + Integer.toUnsignedLong(length));
        if (length <= from.rest()) {
            return from.getBytes(length);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BYTES); // grows with what the file has
        while (bytes.size() < length) {
            ChunkCursor more = file.entry(type);
            bytes.writeBytes(more.getBytes(Math.min(length - bytes.size(), more.rest())));
        }
        return bytes.toByteArray();
    }
}
