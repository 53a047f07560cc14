package basalt.feed;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A packet with its checksum, a CRC-32C of the session, the fingerprint of the layout, and the bytes. So a packet that
 * was damaged, or is meant for another session or another layout, is known as such, most likely. It does not
 * protect from attackers: they can compute it.
 */
final class Checksum {
    static final int BYTES = Integer.BYTES;

    private static final int SEED_BYTES = Long.BYTES + Integer.BYTES;

    private final int fingerprint;
    private final CRC32C crc = new CRC32C();

    /** The session, the fingerprint, then the bytes of the packet without its checksum. */
    private byte[] bytes = new byte[2048];

    private final UnsafeBuffer view = new UnsafeBuffer(bytes);
    private int length;

    Checksum(int fingerprint) {
        this.fingerprint = fingerprint;
    }

    private void begin(long session, int newLength) {
        length = newLength;
        if (SEED_BYTES + length > bytes.length) {
            bytes = new byte[SEED_BYTES + length + (length >> 1)];
            view.wrap(bytes);
        }
        view.putLong(0, session, LITTLE_ENDIAN);
        view.putInt(Long.BYTES, fingerprint, LITTLE_ENDIAN);
    }

    private int value() {
        crc.reset();
        crc.update(bytes, 0, SEED_BYTES + length);
        return (int) crc.getValue();
    }

    /** Takes what was written. */
    void wrap(BitWriter written, long session) {
        begin(session, written.bytes());
        written.copyTo(view, SEED_BYTES);
    }

    /** Writes checksum and bytes. */
    void copyTo(MutableDirectBuffer to, int offset) {
        to.putInt(offset, value(), LITTLE_ENDIAN);
        to.putBytes(offset + BYTES, bytes, SEED_BYTES, length);
    }

    /** Whether the first four bytes are the checksum of the others. */
    boolean matches(DirectBuffer from, int offset, int packetLength, long session) {
        begin(session, packetLength - BYTES);
        from.getBytes(offset + BYTES, bytes, SEED_BYTES, length);
        return from.getInt(offset, LITTLE_ENDIAN) == value();
    }
}
