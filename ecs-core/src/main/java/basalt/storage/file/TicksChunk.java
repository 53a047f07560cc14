package basalt.storage.file;

import basalt.storage.StateBuffer;
import java.io.IOException;

/**
 * The ticks of a replay.
 *
 * <pre>
 *   long bytes, a multiple of 8; so many bytes, which may go on in the next TICK chunk; again ...
 * </pre>
 */
final class TicksChunk {
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
