package basalt.storage.file;

import basalt.memory.MemorySource;
import basalt.storage.Rows;
import basalt.storage.SavedTime;
import basalt.storage.StateBuffer;
import basalt.storage.file.FileFormat.ByteSource;
import basalt.storage.file.FileFormat.ChunkSink;
import java.io.IOException;

/**
 * The file of a replay, and its first chunk.
 *
 * <pre>
 *   RPLY what it is       SCHM components and event types    TMPL templates    SYST systems
 *   TICK ticks            END  int chunks
 * </pre>
 *
 * <p>The first chunk:
 *
 * <pre>
 *   long first tick; int ticks, int interval; byte 1 if there are hashes after each system;
 *   int components and event types, int templates, int systems; text note
 * </pre>
 *
 * @param interval after how many ticks there are hashes, at least 1
 */
public record ReplayFile(long firstTick, int ticks, int interval, boolean isExact, String note) {
    /** The most bytes of a note, and of a name. */
    public static final int MAX_TEXT = 1 << 16;

    private static final int FIXED_BYTES = 64;
    private static final int MAX_COUNT = 1 << 16;

    /** The numbers of entries of the chunks that follow. */
    record Counts(int types, int templates, int systems) {}

    /** Makes all chunks. For the thread that uses the replay. */
    public void encode(
            ReplayTables tables, StateBuffer tickBuffer, StateBuffer starts, MemorySource source, ChunkSink sink)
            throws IOException {
        try (ChunkBuffer to = new ChunkBuffer(source, sink, () -> {})) {
            encode(to, tables);
            tables.encode(to);
            TicksChunk.encode(to, tickBuffer, starts, ticks);
            to.beginEnd();
            to.end();
        }
    }

    /** Checks a tick. */
    @FunctionalInterface
    public interface Check {
        void check(StateBuffer ticks);
    }

    /**
     * Reads a file. For the world's thread, or any thread if there is no world.
     *
     * @param rows the rows of the world that has the templates; null to play nothing
     */
    public static ReplayFile decode(
            ByteSource source, Rows rows, ReplayTables tables, StateBuffer ticks, StateBuffer starts, Check check)
            throws IOException {
        try (ChunkReader file = new ChunkReader(source, FileFormat.Kind.REPLAY)) {
            file.open();
            ChunkCursor from = file.entry(FileFormat.REPLAY);
            ReplayFile header = decode(from);
            Counts counts = decodeCounts(from);
            header = header.withNote(from.getText(MAX_TEXT, "the note"));
            from.require(from.isAtEnd(), "the chunk is too long");
            tables.decode(file, counts, rows);
            TicksChunk.decode(file, ticks, starts, header.ticks(), check);
            file.end();
            file.requireEnd();
            return header;
        }
    }

    private void encode(ChunkBuffer to, ReplayTables tables) throws IOException {
        byte[] text = ChunkBuffer.text(note);
        to.begin(FileFormat.REPLAY);
        to.require(FIXED_BYTES + text.length);
        to.putLong(firstTick);
        to.putInt(ticks);
        to.putInt(interval);
        to.putByte(isExact ? 1 : 0);
        to.putInt(tables.types().size());
        to.putInt(tables.templates().size());
        to.putInt(tables.systems().size());
        to.putText(text);
        to.end();
    }

    private static ReplayFile decode(ChunkCursor from) {
        long first = from.getLong();
        from.require(first >= 1 && first <= SavedTime.MOST_TICKS, "the first tick is out of range: " + first);
        int ticks = from.getInt(Integer.MAX_VALUE, "the number of ticks");
        int interval = from.getInt(Integer.MAX_VALUE, "the interval");
        from.require(interval > 0, "the interval is 0");
        boolean isExact = from.getBoolean("whether there are hashes after each system");
        from.require(
                !isExact || interval == 1, "hashes are after each system, but not each tick: interval=" + interval);
        return new ReplayFile(first, ticks, interval, isExact, "");
    }

    private static Counts decodeCounts(ChunkCursor from) {
        return new Counts(
                from.getInt(MAX_COUNT, "the number of components"),
                from.getInt(MAX_COUNT, "the number of templates"),
                from.getInt(MAX_COUNT, "the number of systems"));
    }

    private ReplayFile withNote(String newNote) {
        return new ReplayFile(firstTick, ticks, interval, isExact, newNote);
    }

    /**
     * The ticks of a replay.
     *
     * <pre>
     *   long bytes, a multiple of 8; so many bytes, which may go on in the next TICK chunk; again ...
     * </pre>
     */
    static final class TicksChunk {
        private TicksChunk() {}

        /** Writes ticks that are one after the other. */
        static void encode(ChunkBuffer to, StateBuffer ticks, StateBuffer starts, int count) throws IOException {
            to.begin(FileFormat.TICKS);
            starts.position(0);
            long start = count == 0 ? 0 : starts.getLong();
            for (int i = 0; i < count; i++) {
                long end = i + 1 < count ? starts.getLong() : ticks.end();
                ticks.position(start);
                to.require(Long.BYTES);
                to.putLong(end - start);
                while (start < end) {
                    to.require(Long.BYTES);
                    int part = (int) Math.min(end - start, to.room() & -Long.BYTES);
                    ticks.getBytes(to.reserve(part), part);
                    start += part;
                }
            }
            to.end();
        }

        /** Reads ticks. Each is checked when it is the last one of those in the buffer. */
        static void decode(ChunkReader file, StateBuffer ticks, StateBuffer starts, int count, ReplayFile.Check check)
                throws IOException {
            long limit = new Loading().maxBytes;
            for (int i = 0; i < count; i++) {
                ChunkCursor from = file.entry(FileFormat.TICKS);
                long left = from.getLong();
                long start = ticks.end();
                from.require(
                        left > 0 && left % Long.BYTES == 0 && left <= limit - start,
                        "the length of a tick is out of range: bytes=" + left);
                while (left > 0) {
                    from = file.entry(FileFormat.TICKS);
                    int part = (int) Math.min(left, from.rest() & -Long.BYTES);
                    from.require(part > 0, "a part of a tick is no multiple of 8 bytes");
                    ticks.putBytes(from.next(part), part);
                    left -= part;
                }
                starts.putLong(start);
                ticks.position(start);
                try {
                    check.check(ticks);
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    throw file.damage("tick " + i + " of the replay is damaged: " + e.getMessage(), e);
                }
            }
        }
    }
}
