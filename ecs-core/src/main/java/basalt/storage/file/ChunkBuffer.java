package basalt.storage.file;

import basalt.internal.Utf8;
import basalt.memory.MemorySource;
import java.io.IOException;
import java.util.Objects;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;

/**
 * The contents of the chunk that is being made. A value that does not fit begins another chunk of the same type, so
 * values of a chunk are written in units that {@link #require} announces. Must be closed.
 *
 * <p>SAFETY: {@code position} is at most {@code MAX_RAW}, which {@link #reserve} checks before each access.
 */
final class ChunkBuffer implements AutoCloseable {
    private static final int ALIGNMENT = 64;

    private final MemorySource source;
    private final FileFormat.ChunkSink sink;
    private final Runnable afterChunk;
    private final long address;
    private int type;
    private int position;
    private int chunks;

    ChunkBuffer(MemorySource source, FileFormat.ChunkSink sink, Runnable afterChunk) {
        this.source = source;
        this.sink = sink;
        this.afterChunk = afterChunk;
        this.address = MemorySource.allocateFrom(source, FileFormat.MAX_RAW, ALIGNMENT);
    }

    /** Ends the chunk, unless it is empty, and begins one of a type. */
    void begin(int newType) throws IOException {
        end();
        type = newType;
    }

    /** Passes the chunk on, unless it is empty. */
    void end() throws IOException {
        if (position > 0) {
            int bytes = position;
            position = 0;
            chunks++;
            sink.chunk(type, address, bytes);
            afterChunk.run();
        }
    }

    /** Begins the last chunk, with the number of chunks. */
    void beginEnd() throws IOException {
        begin(FileFormat.END);
        putInt(chunks + 1);
    }

    /** Makes room for values that belong together. */
    void require(int bytes) throws IOException {
        if (bytes > room()) {
            end();
        }
    }

    /** How many bytes fit in this chunk. */
    int room() {
        return FileFormat.MAX_RAW - position;
    }

    /** The address of the next bytes, which the caller writes. */
    long reserve(int bytes) {
        if (bytes < 0 || bytes > room()) {
            throw new IllegalStateException(
                    "a value of " + bytes + " bytes does not fit in a chunk of which " + position + " are used");
        }
        long at = address + position;
        position += bytes;
        return at;
    }

    void putByte(int value) {
        UnsafeApi.putByte(null, reserve(Byte.BYTES), (byte) value);
    }

    void putShort(int value) {
        putByte(value);
        putByte(value >>> 8);
    }

    void putInt(int value) {
        putShort(value);
        putShort(value >>> 16);
    }

    void putLong(long value) {
        putInt((int) value);
        putInt((int) (value >>> 32));
    }

    void putDouble(double value) {
        putLong(Double.doubleToRawLongBits(value));
    }

    /** The bytes of a text that {@link #putText} writes. */
    static byte[] text(String value) {
        return Utf8.encode(value);
    }

    /** Writes the length and the bytes of a text. */
    void putText(byte[] value) {
        putInt(value.length);
        putBytes(value, 0, value.length);
    }

    /** SAFETY: the bytes are in the array, which the first line checks. */
    void putBytes(byte[] value, int from, int length) {
        Objects.checkFromIndexSize(from, length, value.length);
        UnsafeApi.copyMemory(value, BufferUtil.ARRAY_BASE_OFFSET + from, null, reserve(length), length);
    }

    /**
     * Writes bytes of any length, which may go on in the next chunk of the same type.
     *
     * <pre>
     *   int length, or -1 for none; the bytes
     * </pre>
     *
     * @param bytes the bytes; null for none, which is different from no bytes
     */
    void putBlob(byte[] bytes, int length) throws IOException {
        require(Integer.BYTES);
        putInt(bytes == null ? -1 : length);
        int done = 0;
        while (bytes != null && done < length) {
            require(1);
            int part = Math.min(length - done, room());
            putBytes(bytes, done, part);
            done += part;
        }
    }

    /** As {@link #putBlob(byte[], int)}, from memory. SAFETY: the caller has so many bytes at the address. */
    void putBlob(long from, int length) throws IOException {
        require(Integer.BYTES);
        putInt(length);
        int done = 0;
        while (done < length) {
            require(1);
            int part = Math.min(length - done, room());
            UnsafeApi.copyMemory(from + done, reserve(part), part);
            done += part;
        }
    }

    @Override
    public void close() {
        source.free(address, FileFormat.MAX_RAW);
    }
}
