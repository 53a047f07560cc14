package basalt.storage.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The second phase of saving: compresses chunks, adds headers and checksums, and passes them on. Accesses no world. For
 * one thread at a time. Must be closed.
 *
 * <p>SAFETY: the buffer has room for a header and for the longest contents.
 */
public final class ChunkWriter implements ChunkSink, AutoCloseable {
    private final ByteSink sink;
    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final CRC32C checksum = new CRC32C();

    /** Null without compression; then {@link #raw} is too. */
    private final Lz4 lz4;

    /** The contents before they are compressed. */
    private final ByteBuffer raw;

    private int sequence;
    private long written;

    /**
     * Begins a file.
     *
     * @param sink takes its bytes: the header, then each chunk in one call
     * @param compresses whether chunks are compressed where that makes them shorter
     * @throws IOException if the header cannot be written
     * @throws IllegalStateException if chunks are compressed, and the program has no LZ4
     */
    public ChunkWriter(ByteSink sink, boolean compresses) throws IOException {
        this.sink = sink;
        lz4 = compresses ? Lz4.tryFind() : null;
        if (compresses && lz4 == null) {
            throw new IllegalStateException("the world cannot be saved with compression: " + Lz4.MISSING);
        }
        raw = compresses ? ByteBuffer.allocateDirect(FileFormat.MAX_RAW) : null;
        bytes = ByteBuffer.allocateDirect(FileFormat.CHUNK_HEADER_BYTES + Lz4.mostBytes(FileFormat.MAX_RAW))
                .order(ByteOrder.LITTLE_ENDIAN);
        buffer = new UnsafeBuffer(bytes);
        try {
            bytes.putLong(0, FileFormat.MAGIC);
            bytes.putInt(8, FileFormat.VERSION);
            bytes.putInt(12, 0);
            write(FileFormat.FILE_HEADER_BYTES);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    @Override
    public void chunk(int type, long address, int length) throws IOException {
        int stored = lz4 == null ? length : compress(address, length);
        if (stored >= length) {
            UnsafeApi.copyMemory(address, buffer.addressOffset() + FileFormat.CHUNK_HEADER_BYTES, length);
            stored = length;
        }
        bytes.putInt(0, type);
        bytes.putInt(4, stored < length ? FileFormat.CODING_LZ4 : FileFormat.CODING_NONE);
        bytes.putInt(8, sequence++);
        bytes.putInt(12, stored);
        bytes.putInt(16, length);
        bytes.putInt(20, checksum(checksum, bytes, stored));
        write(FileFormat.CHUNK_HEADER_BYTES + stored);
    }

    private int compress(long address, int length) {
        UnsafeApi.copyMemory(address, BufferUtil.address(raw), length);
        return lz4.compress(raw, length, bytes, FileFormat.CHUNK_HEADER_BYTES);
    }

    /** The checksum of a chunk in a buffer that begins with its header. */
    static int checksum(CRC32C checksum, ByteBuffer chunk, int stored) {
        checksum.reset();
        checksum.update(chunk.clear().limit(FileFormat.CHUNK_HEADER_BYTES - Integer.BYTES));
        checksum.update(chunk.limit(FileFormat.CHUNK_HEADER_BYTES + stored).position(FileFormat.CHUNK_HEADER_BYTES));
        chunk.clear();
        return (int) checksum.getValue();
    }

    private void write(int length) throws IOException {
        sink.write(buffer, 0, length);
        written += length;
    }

    /** {@return the bytes that were passed on} */
    public long written() {
        return written;
    }

    @Override
    public void close() {
        buffer.wrap(0, 0); // the sink may have kept it
        BufferUtil.free(bytes);
        if (raw != null) {
            BufferUtil.free(raw);
        }
    }
}
