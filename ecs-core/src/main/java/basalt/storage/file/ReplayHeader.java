package basalt.storage.file;

import basalt.storage.SavedTime;
import java.io.IOException;

/**
 * The first chunk of a replay.
 *
 * <pre>
 *   long first tick; int ticks, int interval; byte 1 if there are hashes after each system;
 *   int components and event types, int templates, int systems; text note
 * </pre>
 *
 * @param firstTick the number of the first tick, at least 1
 * @param ticks the number of ticks
 * @param interval after how many ticks there are hashes, at least 1
 * @param isExact whether there are hashes after each system
 * @param note a text of the program
 */
public record ReplayHeader(long firstTick, int ticks, int interval, boolean isExact, String note) {
    /** The most bytes of a note, and of a name. */
    public static final int MAX_TEXT = 1 << 16;

    private static final int FIXED_BYTES = 64;
    private static final int MAX_COUNT = 1 << 16;

    /** The numbers of entries of the chunks that follow. */
    record Counts(int types, int templates, int systems) {}

    void encode(ChunkBuffer to, ReplayTables tables) throws IOException {
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

    static ReplayHeader decode(ChunkCursor from) {
        long first = from.getLong();
        from.require(first >= 1 && first <= SavedTime.MOST_TICKS, "the first tick is out of range: " + first);
        int ticks = from.getInt(Integer.MAX_VALUE, "the number of ticks");
        int interval = from.getInt(Integer.MAX_VALUE, "the interval");
        from.require(interval > 0, "the interval is 0");
        boolean isExact = from.getBoolean("whether there are hashes after each system");
        from.require(
                !isExact || interval == 1, "hashes are after each system, but not each tick: interval=" + interval);
        return new ReplayHeader(first, ticks, interval, isExact, "");
    }

    static Counts decodeCounts(ChunkCursor from) {
        return new Counts(
                from.getInt(MAX_COUNT, "the number of components"),
                from.getInt(MAX_COUNT, "the number of templates"),
                from.getInt(MAX_COUNT, "the number of systems"));
    }

    ReplayHeader withNote(String newNote) {
        return new ReplayHeader(firstTick, ticks, interval, isExact, newNote);
    }
}
