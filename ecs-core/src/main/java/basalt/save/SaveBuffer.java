package basalt.save;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A saved world in native memory, as large as it needs to be.
 *
 * <pre>{@code
 * try (SaveBuffer buffer = new SaveBuffer(MemorySource.direct())) {
 *     world.save(buffer);
 *     World copy = Saves.load(buffer.source(), new LoadOptions());
 * }
 * }</pre>
 *
 * <p>For one thread at a time. Must be closed.
 */
public final class SaveBuffer implements SaveSink, AutoCloseable {
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final List<UnsafeBuffer> pieces = new ArrayList<>();
    private long size;
    private boolean isClosed;

    /** How often the memory was freed. */
    private int cleared;

    /** An empty buffer. */
    public SaveBuffer(MemorySource source) {
        this.source = MemorySource.require(source);
    }

    @Override
    public void write(DirectBuffer from, int offset, int length) {
        requireOpen();
        UnsafeBuffer piece = new UnsafeBuffer(0, 0);
        piece.wrap(MemorySource.allocateFrom(source, length, ALIGNMENT), length);
        pieces.add(piece);
        piece.putBytes(0, from, offset, length);
        size += length;
    }

    /** The bytes that it has. */
    public long size() {
        requireOpen();
        return size;
    }

    /**
     * Reads the bytes from the start, once.
     *
     * @return a source, valid until the buffer is cleared or closed
     */
    public SaveSource source() {
        requireOpen();
        return new Source();
    }

    /** Frees the memory, so that another world can be saved here. */
    public void clear() {
        requireOpen();
        free();
    }

    private void free() {
        cleared++;
        while (!pieces.isEmpty()) {
            UnsafeBuffer piece = pieces.remove(pieces.size() - 1);
            source.free(piece.addressOffset(), piece.capacity());
        }
        size = 0;
    }

    @Override
    public void close() {
        isClosed = true;
        free();
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the buffer is closed; make another one");
        }
    }

    /** Reads piece by piece. */
    private final class Source implements SaveSource {
        private int piece;
        private int done;
        private final int clearedBefore = cleared;

        @Override
        public int read(MutableDirectBuffer to, int offset, int length) {
            requireOpen();
            if (cleared != clearedBefore) {
                throw new IllegalStateException("the buffer was cleared; take another source");
            }
            if (piece < pieces.size() && done == pieces.get(piece).capacity()) {
                piece++;
                done = 0;
            }
            if (piece >= pieces.size()) {
                return -1;
            }
            int bytes = Math.min(length, pieces.get(piece).capacity() - done);
            to.putBytes(offset, pieces.get(piece), done, bytes);
            done += bytes;
            return bytes;
        }
    }
}
