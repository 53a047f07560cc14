package basalt.storage.file;

import basalt.component.SaveFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The file format: its constants, the kinds of files, and what takes and gives their bytes. All numbers are
 * little-endian.
 *
 * <pre>
 *   file    +0   magic          8 bytes: 89 42 53 4C 0D 0A 1A 0A, or of a replay 89 42 53 52 0D 0A 1A 0A
 *           +8   version        int, 1; 2 for a world in which rows have moved
 *           +12  flags          int, 0
 *           +16  chunks, to the end
 *
 *   chunk   +0   type           4 letters
 *           +4   coding         int: 0 as it is, 1 compressed by LZ4
 *           +8   sequence       int: number of the chunk in the file, from 0
 *           +12  stored length  int: bytes that follow the header
 *           +16  raw length     int: bytes of the contents, at most 1 MiB
 *           +20  checksum       int: CRC32C of the 20 bytes before and of the bytes that follow
 *           +24  contents
 * </pre>
 */
public final class FileFormat {
    /** The first byte is no text, and the others are changed by conversions of line ends. */
    static final long MAGIC = 0x0A1A_0A0D_4C53_4289L;

    static final int VERSION = 1;

    static final int MOVED_VERSION = 2;

    static final long REPLAY_MAGIC = 0x0A1A_0A0D_5253_4289L;
    static final int REPLAY_VERSION = 1;
    static final int FILE_HEADER_BYTES = 16;
    static final int CHUNK_HEADER_BYTES = 24;

    /** The most bytes of the contents of a chunk. */
    static final int MAX_RAW = 1 << 20;

    private static final int LEAST_BUFFER_BYTES = 1 << 12;

    static final int CODING_NONE = 0;
    static final int CODING_LZ4 = 1;

    static final int INFO = type("INFO");
    static final int SCHEMA = type("SCHM");
    static final int WORLD = type("WRLD");
    static final int OWNERS = type("OWNR");
    static final int BLOCKS = type("BLKS");
    static final int ENTITIES = type("ENTS");
    static final int INDICES = type("INDX");
    static final int GIVEN = type("GIVN");
    static final int ROWS = type("ROWS");
    static final int COLUMNS = type("COLS");
    static final int REFERENCES = type("REFS");
    static final int LISTS = type("LIST");
    static final int PARTS = type("PART");
    static final int REPLAY = type("RPLY");
    static final int TEMPLATES = type("TMPL");
    static final int SYSTEMS = type("SYST");
    static final int TICKS = type("TICK");
    static final int END = type("END ");

    private FileFormat() {}

    private static int type(String letters) {
        byte[] bytes = letters.getBytes(StandardCharsets.US_ASCII);
        return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
    }

    /** The letters of a type of chunks; question marks for bytes that are not printable. */
    static String letters(int type) {
        StringBuilder letters = new StringBuilder();
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            int letter = type >>> shift & 0xFF;
            letters.append(letter >= ' ' && letter < 0x7F ? (char) letter : '?');
        }
        return letters.toString().strip();
    }

    /**
     * A direct buffer for a chunk, to be {@linkplain #free freed}, at first for its header. Its byte buffer is
     * little-endian. It is memory of the JDK and not of a memory source, because checksums, channels and LZ4 take that.
     */
    static UnsafeBuffer buffer() {
        return new UnsafeBuffer(allocate(LEAST_BUFFER_BYTES));
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes room for so many bytes, and keeps those that are there. A buffer is at most twice as large as its longest
     * chunk, because the JDK fills a new one with zeros.
     */
    static void require(UnsafeBuffer buffer, int bytes) {
        if (bytes > buffer.capacity()) {
            ByteBuffer old = buffer.byteBuffer();
            ByteBuffer larger = allocate(Math.max(bytes, 2 * old.capacity()));
            buffer.wrap(larger.put(0, old, 0, old.capacity()));
            BufferUtil.free(old);
        }
    }

    /** Frees a buffer, which has no bytes from then on, because a user's sink or source may have kept it. */
    static void free(UnsafeBuffer buffer) {
        ByteBuffer bytes = buffer.byteBuffer();
        buffer.wrap(0, 0);
        BufferUtil.free(bytes);
    }

    /** Makes the exception for damage in a chunk that begins at a byte of the file. */
    static SaveFormatException damage(String what, int type, long offset, String where, Throwable cause) {
        String letters = letters(type);
        return new SaveFormatException(
                what + ": chunk " + letters + " at byte " + offset + where, offset, letters, cause);
    }

    /** Makes the exception for a call that has failed, because a file cannot be read or written. */
    public static UncheckedIOException failure(String what, IOException cause) {
        return new UncheckedIOException(what + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof ClosedByInterruptException) { // has no message; the flag stays set
            return "the thread was interrupted; clear its flag with Thread.interrupted() and try again";
        }
        boolean isClear = cause.getMessage() != null && !(cause instanceof FileSystemException);
        return isClear ? cause.getMessage() : cause.getClass().getSimpleName() + " " + cause.getMessage();
    }

    /** Takes the bytes of a file, in order. */
    public interface ByteSink {
        /** Takes bytes. */
        void write(DirectBuffer from, int offset, int length) throws IOException;
    }

    /** Gives the bytes of a file, in order. */
    public interface ByteSource {
        /** Gives the next bytes. Returns how many they are, at least 1; -1 at the end. */
        int read(MutableDirectBuffer to, int offset, int length) throws IOException;
    }

    /**
     * Takes the contents of chunks, in order: the seam between the two phases of saving. A {@link WorldEncoder} reads
     * the world and makes the contents; what follows does not access the world, and may happen on another thread.
     */
    public interface ChunkSink {
        /**
         * Takes a chunk.
         *
         * @param bytes their length, at most 1 MiB
         */
        void chunk(int type, long address, int bytes) throws IOException;
    }

    /**
     * What a file contains.
     *
     * @param newest the newest version that is read
     * @param mayCompress whether chunks may be compressed, so that they take more memory than they have bytes in the
     *     file
     */
    public record Kind(long magic, int version, int newest, String name, boolean mayCompress) {
        /** A world, see {@link WorldEncoder}. */
        public static final Kind WORLD = world(FileFormat.VERSION);

        /** A world in which rows have moved. Programs that cannot move rows refuse its version. */
        public static final Kind MOVED_WORLD = world(FileFormat.MOVED_VERSION);

        /** The ticks of a replay, see {@link ReplayFile}. */
        public static final Kind REPLAY = new Kind(
                FileFormat.REPLAY_MAGIC, FileFormat.REPLAY_VERSION, FileFormat.REPLAY_VERSION, "saved replay", false);

        private static Kind world(int version) {
            return new Kind(FileFormat.MAGIC, version, FileFormat.MOVED_VERSION, "saved world", true);
        }
    }
}
