package basalt.storage.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A direct buffer for the bytes of a chunk, which is as large as the longest chunk so far, because the JDK fills a new
 * one with zeros. It is a buffer of the JDK, not memory of a {@link basalt.memory.MemorySource}, because checksums,
 * channels and LZ4 take those. Little-endian. Must be closed.
 */
final class FileBuffer implements AutoCloseable {
    private static final int LEAST_BYTES = 1 << 12;

    private final int mostBytes;
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private ByteBuffer bytes;

    /** A buffer that never needs more bytes than this. */
    FileBuffer(int mostBytes) {
        this.mostBytes = mostBytes;
        replace(LEAST_BYTES);
    }

    /** Makes room for so many bytes in all, and keeps those that are there. */
    void require(int capacity) {
        if (capacity > bytes.capacity()) {
            replace(Math.max(capacity, Math.min(mostBytes, 2 * bytes.capacity())));
        }
    }

    private void replace(int capacity) {
        ByteBuffer old = bytes;
        bytes = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
        view.wrap(bytes);
        if (old != null) {
            bytes.put(0, old, 0, old.capacity());
            BufferUtil.free(old);
        }
    }

    /** The bytes, until the next call of {@link #require}. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** A view of all bytes, which stays the same object. */
    UnsafeBuffer view() {
        return view;
    }

    /** The address of the first byte, until the next call of {@link #require}. */
    long address() {
        return view.addressOffset();
    }

    /** Frees the bytes. The view has none from then on, because a user's sink or source may have kept it. */
    @Override
    public void close() {
        view.wrap(0, 0);
        BufferUtil.free(bytes);
    }
}
