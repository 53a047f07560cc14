package basalt.storage.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The second phase of saving: compresses chunks, adds headers and checksums, and passes them on. Accesses no world. For
 * one thread at a time. Must be closed.
 *
 * <p>SAFETY: {@link FileFormat#require} makes room in a buffer before bytes are copied to it.
 */
public final class ChunkWriter implements FileFormat.ChunkSink, AutoCloseable {
    private final FileFormat.ByteSink sink;
    private final UnsafeBuffer buffer;
    private final CRC32C checksum = new CRC32C();

    /** Null without compression; then {@link #raw} is too. */
    private final Lz4 lz4;

    /** The contents before they are compressed. */
    private final UnsafeBuffer raw;

    private int sequence;
    private long written;

    public ChunkWriter(FileFormat.ByteSink sink, boolean compresses, FileFormat.Kind kind) throws IOException {
        this.sink = sink;
        lz4 = compresses ? Lz4.tryFind() : null;
        if (compresses && lz4 == null) {
            throw new IllegalStateException("the world cannot be saved with compression: " + Lz4.MISSING);
        }
        raw = compresses ? FileFormat.buffer() : null;
        buffer = FileFormat.buffer();
        try {
            ByteBuffer bytes = buffer.byteBuffer();
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
        int mostBytes = lz4 == null ? length : Lz4.mostBytes(length);
        FileFormat.require(buffer, FileFormat.CHUNK_HEADER_BYTES + mostBytes);
        int stored = lz4 == null ? length : compress(address, length);
        if (stored >= length) {
            UnsafeApi.copyMemory(address, buffer.addressOffset() + FileFormat.CHUNK_HEADER_BYTES, length);
            stored = length;
        }
        ByteBuffer bytes = buffer.byteBuffer();
        bytes.putInt(0, type);
        bytes.putInt(4, stored < length ? FileFormat.CODING_LZ4 : FileFormat.CODING_NONE);
        bytes.putInt(8, sequence++);
        bytes.putInt(12, stored);
        bytes.putInt(16, length);
        bytes.putInt(20, checksum(checksum, bytes, stored));
        write(FileFormat.CHUNK_HEADER_BYTES + stored);
    }

    private int compress(long address, int length) {
        FileFormat.require(raw, length);
        UnsafeApi.copyMemory(address, raw.addressOffset(), length);
        return lz4.compress(raw.byteBuffer(), length, buffer.byteBuffer(), FileFormat.CHUNK_HEADER_BYTES);
    }

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
        FileFormat.free(buffer);
        if (raw != null) {
            FileFormat.free(raw);
        }
    }
}
