package basalt.storage.file;

import basalt.component.SaveFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads the entries of a file, of which a chunk has one or more, and checks the headers and checksums of chunks. For
 * one thread at a time. Must be closed.
 *
 * <p>SAFETY: a length is checked before it is used, and {@link FileFormat#require} makes room for it in a buffer.
 */
final class ChunkReader implements AutoCloseable {
    private static final int FIRST_BLOB_BYTES = 1 << 16;

    private final FileFormat.ByteSource source;
    private final FileFormat.Kind kind;
    private final UnsafeBuffer buffer = FileFormat.buffer();
    private final CRC32C checksum = new CRC32C();
    private final ChunkCursor cursor = new ChunkCursor();
    private long offset;
    private int sequence;
    private int version;

    /** Null until a chunk is compressed; then {@link #contents} is, too. */
    private Lz4 lz4;

    private UnsafeBuffer contents;

    /** Begins a file. {@link #open} is called next. */
    ChunkReader(FileFormat.ByteSource source) {
        this(source, FileFormat.Kind.WORLD);
    }

    ChunkReader(FileFormat.ByteSource source, FileFormat.Kind kind) {
        this.source = source;
        this.kind = kind;
    }

    /** Reads the header of the file. */
    void open() throws IOException {
        int length = read(0, FileFormat.FILE_HEADER_BYTES);
        ByteBuffer bytes = buffer.byteBuffer();
        if (length < Long.BYTES || bytes.getLong(0) != kind.magic()) {
            throw damage("this is no " + kind.name() + ": it does not begin with the eight bytes of one");
        }
        if (length < FileFormat.FILE_HEADER_BYTES) {
            throw damage("the file ends in its header");
        }
        version = bytes.getInt(8);
        if (version < 1 || version > kind.newest()) {
            throw damage("the file has version " + Integer.toUnsignedString(version) + ", and this library reads "
                    + (kind.newest() == 1 ? "version 1" : "versions 1 to " + kind.newest()));
        }
        if (bytes.getInt(12) != 0) {
            throw damage("the file has flags that are not known: flags=" + Integer.toHexString(bytes.getInt(12)));
        }
        offset = FileFormat.FILE_HEADER_BYTES;
    }

    /** Whether rows may have moved in the world, by the version of the file. */
    boolean hasMoved() {
        return version >= FileFormat.MOVED_VERSION;
    }

    /** The type of the chunk that the next entry is in: a chunk has one or more. */
    int type() throws IOException {
        if (cursor.isAtEnd()) {
            next();
        }
        return cursor.type();
    }

    /** Where the next entry is read, which must be in a chunk of a type. */
    ChunkCursor entry(int type) throws IOException {
        if (type() != type) {
            throw cursor.damage("another chunk is missing here, or this one is too long: a chunk "
                    + FileFormat.letters(type) + " is expected");
        }
        return cursor;
    }

    /**
     * Reads bytes that {@link ChunkBuffer#putBlob} has written, at most so many, which may go on in the next chunk of
     * the same type. Returns null for none.
     */
    byte[] blob(int type, long limit, String what) throws IOException {
        ChunkCursor from = entry(type);
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
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(FIRST_BLOB_BYTES); // grows with what the file has
        while (bytes.size() < length) {
            ChunkCursor more = entry(type);
            bytes.writeBytes(more.getBytes(Math.min(length - bytes.size(), more.rest())));
        }
        return bytes.toByteArray();
    }

    /** Reads the length of bytes that {@link ChunkBuffer#putBlob} has written, which are not null. */
    int blobLength(int type, String what) throws IOException {
        ChunkCursor from = entry(type);
        int length = from.getInt();
        from.require(length >= 0, what + " has a wrong length: bytes=" + length);
        return length;
    }

    /**
     * Reads bytes, after {@link #blobLength}.
     *
     * <p>SAFETY: the caller has so many bytes at the address; the cursor checks what it passes over.
     */
    void blobBytes(int type, long to, int length) throws IOException {
        int done = 0;
        while (done < length) {
            ChunkCursor from = entry(type);
            int part = Math.min(length - done, from.rest());
            UnsafeApi.copyMemory(from.next(part), to + done, part);
            done += part;
        }
    }

    void skipBlob(int type, String what) throws IOException {
        int rest = blobLength(type, what);
        while (rest > 0) {
            ChunkCursor from = entry(type);
            int part = Math.min(rest, from.rest());
            from.next(part);
            rest -= part;
        }
    }

    /** Where the last entry was read. */
    ChunkCursor entry() {
        return cursor;
    }

    /** The exception for damage that was found where the last entry was read. */
    SaveFormatException damage(String what, Throwable cause) {
        return cursor.damage(what, cause);
    }

    private void next() throws IOException {
        int header = read(0, FileFormat.CHUNK_HEADER_BYTES);
        if (header < FileFormat.CHUNK_HEADER_BYTES) {
            throw damage("the file ends before its END chunk");
        }
        ByteBuffer bytes = buffer.byteBuffer();
        int type = bytes.getInt(0);
        int stored = bytes.getInt(12);
        int raw = bytes.getInt(16);
        if (stored <= 0 || stored > FileFormat.MAX_RAW || raw <= 0 || raw > FileFormat.MAX_RAW) {
            throw damage("the length of a chunk is out of range: stored=" + stored + ", raw=" + raw, type);
        }
        int coding = bytes.getInt(4);
        int number = bytes.getInt(8);
        int sum = bytes.getInt(20);
        FileFormat.require(buffer, FileFormat.CHUNK_HEADER_BYTES + stored);
        if (read(FileFormat.CHUNK_HEADER_BYTES, stored) < stored) {
            throw damage("the file ends in a chunk", type);
        }
        if (ChunkWriter.checksum(checksum, buffer.byteBuffer(), stored) != sum) {
            throw damage("the checksum of a chunk does not match", type);
        }
        if (number != sequence) {
            throw damage("chunk " + sequence + " of the file is missing: this is chunk " + number, type);
        }
        cursor.set(type, decompress(coding, stored, raw, type), raw, offset);
        sequence++;
        offset += FileFormat.CHUNK_HEADER_BYTES + stored;
    }

    private long decompress(int coding, int stored, int raw, int type) {
        if (coding == FileFormat.CODING_LZ4 && kind.mayCompress()) {
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
            contents = FileFormat.buffer();
        }
        FileFormat.require(contents, raw);
        int length;
        try {
            length = lz4.decompress(
                    buffer.byteBuffer(), FileFormat.CHUNK_HEADER_BYTES, stored, contents.byteBuffer(), raw);
        } catch (RuntimeException e) {
            throw damage("a compressed chunk is damaged, " + e.getMessage(), type);
        }
        if (length != raw) {
            throw damage("a compressed chunk has another length: " + length + " instead of " + raw, type);
        }
        return contents.addressOffset();
    }

    /** The last chunk, after its number of chunks. */
    ChunkCursor end() throws IOException {
        ChunkCursor end = entry(FileFormat.END);
        end.require(end.getInt() == sequence, "the file has another number of chunks");
        return end;
    }

    /** Throws unless the file ends here. */
    void requireEnd() throws IOException {
        cursor.require(cursor.isAtEnd(), "the chunk is too long");
        if (read(0, 1) != 0) {
            throw damage("the file goes on after its END chunk");
        }
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
                throw new IOException("a source of a " + kind.name() + " gave " + got
                        + " bytes when it was asked for 1 to " + (length - done));
            }
            done += got;
        }
        return done;
    }

    private SaveFormatException damage(String what) {
        return new SaveFormatException(what + ": byte " + offset, offset, "", null);
    }

    private SaveFormatException damage(String what, int type) {
        return FileFormat.damage(what, type, offset, "", null);
    }

    @Override
    public void close() {
        FileFormat.free(buffer);
        if (contents != null) {
            FileFormat.free(contents);
        }
    }
}
