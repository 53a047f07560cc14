package basalt.storage.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the chunks of a file, and checks their headers and checksums. For one thread at a time. Must be closed.
 *
 * <p>SAFETY: the buffer has room for a header and the longest contents; a length is checked before it is used.
 */
final class ChunkReader implements AutoCloseable {
    private final ByteSource source;
    private final ByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final CRC32C checksum = new CRC32C();
    private final ChunkCursor cursor = new ChunkCursor();
    private long offset;
    private int sequence;

    /** Null until a chunk is compressed; then {@link #contents} is, too. */
    private Lz4 lz4;

    /** The contents of a compressed chunk. */
    private ByteBuffer contents;

    /** Begins a file. {@link #open} is called next. */
    ChunkReader(ByteSource source) {
        this.source = source;
        bytes = ByteBuffer.allocateDirect(FileFormat.CHUNK_HEADER_BYTES + FileFormat.MAX_RAW)
                .order(ByteOrder.LITTLE_ENDIAN);
        buffer = new UnsafeBuffer(bytes);
    }

    /** Reads the header of the file. */
    void open() throws IOException {
        int length = read(0, FileFormat.FILE_HEADER_BYTES);
        if (length < Long.BYTES || bytes.getLong(0) != FileFormat.MAGIC) {
            throw damage("this is no saved world: it does not begin with the eight bytes of one");
        }
        if (length < FileFormat.FILE_HEADER_BYTES) {
            throw damage("the file ends in its header");
        }
        if (bytes.getInt(8) != FileFormat.VERSION) {
            throw damage("the file has version " + Integer.toUnsignedString(bytes.getInt(8))
                    + ", and this library reads version " + FileFormat.VERSION);
        }
        if (bytes.getInt(12) != 0) {
            throw damage("the file has flags that are not known: flags=" + Integer.toHexString(bytes.getInt(12)));
        }
        offset = FileFormat.FILE_HEADER_BYTES;
    }

    /** The contents of the next chunk. */
    ChunkCursor next() throws IOException {
        int header = read(0, FileFormat.CHUNK_HEADER_BYTES);
        if (header < FileFormat.CHUNK_HEADER_BYTES) {
            throw damage("the file ends before its END chunk");
        }
        int type = bytes.getInt(0);
        int stored = bytes.getInt(12);
        int raw = bytes.getInt(16);
        if (stored <= 0 || stored > FileFormat.MAX_RAW || raw <= 0 || raw > FileFormat.MAX_RAW) {
            throw damage("the length of a chunk is out of range: stored=" + stored + ", raw=" + raw, type);
        }
        int sum = bytes.getInt(20);
        if (read(FileFormat.CHUNK_HEADER_BYTES, stored) < stored) {
            throw damage("the file ends in a chunk", type);
        }
        if (ChunkWriter.checksum(checksum, bytes, stored) != sum) {
            throw damage("the checksum of a chunk does not match", type);
        }
        if (bytes.getInt(8) != sequence) {
            throw damage("chunk " + sequence + " of the file is missing: this is chunk " + bytes.getInt(8), type);
        }
        long contents = decompress(bytes.getInt(4), stored, raw, type);
        cursor.set(type, contents, raw, offset);
        sequence++;
        offset += FileFormat.CHUNK_HEADER_BYTES + stored;
        return cursor;
    }

    private long decompress(int coding, int stored, int raw, int type) {
        if (coding == FileFormat.CODING_LZ4) {
            return decompress(stored, raw, type);
        }
        if (coding != FileFormat.CODING_NONE) {
            throw damage("the coding of a chunk is unknown: coding=" + coding, type);
        }
        if (stored != raw) {
            throw damage("the two lengths of a chunk differ: stored=" + stored + ", raw=" + raw, type);
        }
        return buffer.addressOffset() + FileFormat.CHUNK_HEADER_BYTES;
    }

    private long decompress(int stored, int raw, int type) {
        if (lz4 == null) {
            lz4 = Lz4.tryFind();
            if (lz4 == null) {
                throw damage("the file is compressed: " + Lz4.MISSING, type);
            }
            contents = ByteBuffer.allocateDirect(FileFormat.MAX_RAW);
        }
        int length;
        try {
            length = lz4.decompress(bytes, FileFormat.CHUNK_HEADER_BYTES, stored, contents, raw);
        } catch (RuntimeException e) {
            throw damage("a compressed chunk is damaged, " + e.getMessage(), type);
        }
        if (length != raw) {
            throw damage("a compressed chunk has another length: " + length + " instead of " + raw, type);
        }
        return BufferUtil.address(contents);
    }

    /** Throws unless the file ends here. */
    void requireEnd() throws IOException {
        if (read(0, 1) != 0) {
            throw damage("the file goes on after its END chunk");
        }
    }

    /** The number of chunks that were read. */
    int chunks() {
        return sequence;
    }

    /** Reads as many bytes as there are, up to a length. */
    private int read(int at, int length) throws IOException {
        int done = 0;
        while (done < length) {
            int got = source.read(buffer, at + done, length - done);
            if (got < 0) {
                break;
            }
            if (got == 0 || got > length - done) {
                throw new IOException("a source of a saved world gave " + got + " bytes when it was asked for 1 to "
                        + (length - done));
            }
            done += got;
        }
        return done;
    }

    private FormatException damage(String what) {
        return new FormatException(what + ": byte " + offset, offset, "");
    }

    private FormatException damage(String what, int type) {
        String letters = FileFormat.letters(type);
        return new FormatException(what + ": chunk " + letters + " at byte " + offset, offset, letters);
    }

    @Override
    public void close() {
        buffer.wrap(0, 0); // the source may have kept it
        BufferUtil.free(bytes);
        if (contents != null) {
            BufferUtil.free(contents);
        }
    }
}
