package basalt.storage.change;

import basalt.component.ComponentInfo;
import basalt.memory.MemorySource;
import basalt.storage.StateBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;

/**
 * A log of the entities that lost one component, in order, off heap: from the first that some reader has not read to
 * the last.
 *
 * <pre>
 *   chunk 17             chunk 18             chunk 19 (spare)
 *   +--------------------+--------------------+--------------------+
 *   | handle, handle ... | handle, handle ... |                    |     1024 handles each
 *   +--------------------+--------------------+--------------------+
 *        ^ a cursor           ^ another one ^ end
 * </pre>
 *
 * <p>A position is the number of handles logged before. Chunks that all readers have passed are freed when the log next
 * needs room, except one, which is reused. So several threads may read at the same time, as long as nothing is logged
 * meanwhile.
 *
 * <p>SAFETY: each position from the first chunk to {@code end} lies in a chunk of CHUNK_BYTES.
 */
final class RemovalLog {
    static final int CHUNK_HANDLES = 1024;
    static final int CHUNK_BYTES = CHUNK_HANDLES * Long.BYTES;

    private static final int CHUNK_SHIFT = 10;
    private static final int CHUNK_ALIGNMENT = 64;

    private final MemorySource source;
    private final ComponentInfo component;
    private long[] chunks = new long[4];
    private int chunkCount;
    private long firstChunk;
    private long end;

    /** The end of reserved memory, which must not be freed when hooks read meanwhile. */
    private long reservedEnd;

    private RemovalCursor[] cursors = {};

    RemovalLog(MemorySource source, ComponentInfo component) {
        this.source = source;
        this.component = component;
    }

    ComponentInfo component() {
        return component;
    }

    /** The id of the component. */
    int id() {
        return component.id();
    }

    /** Registers a reader of some handles of a file, and of those that are logged from now on. */
    RemovalCursor open(long number, long[] loaded) {
        RemovalCursor cursor = new RemovalCursor(this, end, number, loaded);
        cursors = Arrays.copyOf(cursors, cursors.length + 1);
        cursors[cursors.length - 1] = cursor;
        return cursor;
    }

    /** Removes a reader; false if it was removed before. */
    boolean close(RemovalCursor cursor) {
        int index = Arrays.asList(cursors).indexOf(cursor);
        if (index < 0) {
            return false;
        }
        RemovalCursor[] others = Arrays.copyOf(cursors, cursors.length - 1);
        System.arraycopy(cursors, index + 1, others, index, others.length - index);
        cursors = others;
        return true;
    }

    boolean hasReaders() {
        return cursors.length > 0;
    }

    long end() {
        return end;
    }

    /**
     * SAFETY: handles before the end that some reader has not read are in memory. A reader that two threads share may
     * be past the end, which is checked.
     */
    long handle(long position) {
        if (position >= end) {
            throw new IllegalStateException(
                    "removals read by two threads at once; give each system a reader of its own");
        }
        return UnsafeApi.getLong(null, address(position));
    }

    /** Reserves memory for a number of handles; if there is not enough memory, the log is unchanged. */
    void reserve(long count) {
        trim();
        while (firstChunk + chunkCount < chunksUpTo(end + count)) {
            takeChunk();
        }
        reservedEnd = Math.max(reservedEnd, end + count);
    }

    private void takeChunk() {
        long chunk = MemorySource.allocateFrom(source, CHUNK_BYTES, CHUNK_ALIGNMENT);
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, 2 * chunkCount);
        }
        chunks[chunkCount++] = chunk;
    }

    /** Cancels a reservation. */
    void unreserve() {
        reservedEnd = end;
        trim();
    }

    /** Logs an entity, after {@link #reserve}. */
    void append(long handle) {
        UnsafeApi.putLong(null, address(end), handle);
        end++;
    }

    /** Frees chunks that all readers have passed, except one or two for later handles. */
    void trim() {
        long seen = end;
        for (RemovalCursor cursor : cursors) {
            seen = Math.min(seen, cursor.position());
        }
        int passed = (int) ((seen >>> CHUNK_SHIFT) - firstChunk);
        if (passed > 0) {
            long kept = chunks[0];
            for (int i = 1; i < passed; i++) {
                source.free(chunks[i], CHUNK_BYTES);
            }
            chunkCount -= passed;
            firstChunk += passed;
            System.arraycopy(chunks, passed, chunks, 0, chunkCount);
            chunks[chunkCount++] = kept;
        }
        int used = (int) (chunksUpTo(Math.max(end + 1, reservedEnd)) - firstChunk);
        while (chunkCount > used + 1) {
            source.free(chunks[--chunkCount], CHUNK_BYTES);
        }
    }

    /** Writes the handles that some reader has not read, and the positions of the readers. */
    void save(StateBuffer to) {
        long seen = end;
        for (RemovalCursor cursor : cursors) {
            seen = Math.min(seen, cursor.position());
        }
        to.putLong(seen);
        to.putLong(end);
        for (long position = seen; position < end; position++) {
            to.putLong(handle(position));
        }
        to.putLong(cursors.length);
        for (RemovalCursor cursor : cursors) {
            to.putLong(cursor.number());
            to.putLong(cursor.position());
            to.putLong(cursor.loadedLeft());
        }
    }

    /** What each reader has not read, in the order in which they were opened. */
    List<long[]> unread() {
        return Stream.of(cursors).map(RemovalCursor::unread).toList();
    }

    /** Allocates memory for what was written by {@link #save}, and passes over it. */
    void prepare(StateBuffer from) {
        long seen = from.getLong();
        long saved = from.getLong() - seen;
        while (chunkCount < chunksUpTo(saved) + 2) {
            takeChunk();
        }
        from.skip(saved * Long.BYTES);
        from.skip(from.getLong() * 3 * Long.BYTES);
    }

    /**
     * Replaces the handles by those that were written by {@link #save}, after {@link #prepare}. Readers that were
     * opened later begin at the end.
     */
    void restore(StateBuffer from) {
        long seen = from.getLong();
        long newEnd = from.getLong();
        firstChunk = seen >>> CHUNK_SHIFT;
        end = seen;
        while (end < newEnd) {
            append(from.getLong());
        }
        reservedEnd = end;
        for (RemovalCursor cursor : cursors) {
            cursor.restore(end, 0);
        }
        for (long count = from.getLong(); count > 0; count--) {
            long number = from.getLong();
            long position = from.getLong();
            int loadedLeft = (int) from.getLong();
            for (RemovalCursor cursor : cursors) {
                if (cursor.number() == number) {
                    cursor.restore(position, loadedLeft);
                }
            }
        }
    }

    /** Removes all handles: they were logged later than a snapshot. */
    void restoreUnused() {
        for (RemovalCursor cursor : cursors) {
            cursor.restore(end, 0);
        }
    }

    long reservedBytes() {
        return (long) chunkCount * CHUNK_BYTES;
    }

    /** Frees all memory, with handles that were not read. */
    void close() {
        while (chunkCount > 0) {
            source.free(chunks[--chunkCount], CHUNK_BYTES);
        }
        cursors = new RemovalCursor[0];
    }

    private static long chunksUpTo(long position) {
        return position + CHUNK_HANDLES - 1 >>> CHUNK_SHIFT;
    }

    private long address(long position) {
        return chunks[(int) ((position >>> CHUNK_SHIFT) - firstChunk)] + ((position & CHUNK_HANDLES - 1) << 3);
    }
}
