package basalt.storage.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.UnsafeApi;

/**
 * The second phase of saving: compresses chunks, adds headers and checksums, and passes them on. Accesses no world. For
 * one thread at a time. Must be closed.
 *
 * <p>SAFETY: {@link FileBuffer#require} comes before each copy.
 */
public final class ChunkWriter implements FileFormat.ChunkSink, AutoCloseable {
    private final FileFormat.ByteSink sink;
    private final FileBuffer buffer;
    private final CRC32C checksum = new CRC32C();

    /** Null without compression; then {@link #raw} is too. */
    private final Lz4 lz4;

    /** The contents before they are compressed. */
    private final FileBuffer raw;

    private int sequence;
    private long written;

    /**
     * Begins a file.
     *
     * @param sink takes its bytes: the header, then each chunk in one call
     */
    public ChunkWriter(FileFormat.ByteSink sink, boolean compresses, FileFormat.Kind kind) throws IOException {
        this.sink = sink;
        lz4 = compresses ? Lz4.tryFind() : null;
        if (compresses && lz4 == null) {
            throw new IllegalStateException("the world cannot be saved with compression: " + Lz4.MISSING);
        }
        raw = compresses ? new FileBuffer(FileFormat.MAX_RAW) : null;
        buffer = new FileBuffer(FileFormat.CHUNK_HEADER_BYTES + Lz4.mostBytes(FileFormat.MAX_RAW));
        try {
            ByteBuffer bytes = buffer.bytes();
            bytes.putLong(0, kind.magic());
            bytes.putInt(8, kind.version());
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
            buffer.require(FileFormat.CHUNK_HEADER_BYTES + length);
            UnsafeApi.copyMemory(address, buffer.address() + FileFormat.CHUNK_HEADER_BYTES, length);
            stored = length;
        }
        ByteBuffer bytes = buffer.bytes();
        bytes.putInt(0, type);
        bytes.putInt(4, stored < length ? FileFormat.CODING_LZ4 : FileFormat.CODING_NONE);
        bytes.putInt(8, sequence++);
        bytes.putInt(12, stored);
        bytes.putInt(16, length);
        bytes.putInt(20, checksum(checksum, bytes, stored));
        write(FileFormat.CHUNK_HEADER_BYTES + stored);
    }

    private int compress(long address, int length) {
        raw.require(length);
        buffer.require(FileFormat.CHUNK_HEADER_BYTES + Lz4.mostBytes(length));
        UnsafeApi.copyMemory(address, raw.address(), length);
        return lz4.compress(raw.bytes(), length, buffer.bytes(), FileFormat.CHUNK_HEADER_BYTES);
    }

    static int checksum(CRC32C checksum, ByteBuffer chunk, int stored) {
        checksum.reset();
        checksum.update(chunk.clear().limit(FileFormat.CHUNK_HEADER_BYTES - Integer.BYTES));
        checksum.update(chunk.limit(FileFormat.CHUNK_HEADER_BYTES + stored).position(FileFormat.CHUNK_HEADER_BYTES));
        chunk.clear();
        return (int) checksum.getValue();
    }

    private void write(int length) throws IOException {
        sink.write(buffer.view(), 0, length);
        written += length;
    }

    /** {@return the bytes that were passed on} */
    public long written() {
        return written;
    }

    @Override
    public void close() {
        buffer.close();
        if (raw != null) {
            raw.close();
        }
    }
}
