package basalt.memory.block;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * A bump allocator over a list of chunks: allocating aligns the cursor and moves it forward, freeing moves it back.
 *
 * <pre>
 *   chunks[0]           chunks[1]           chunks[current]
 *   +-----------+- -+   +-----------+- -+   +-----------+- - - - - - -+
 *   |   used    |   |   |   used    |   |   |   used    |    free     |
 *   +-----------+- -+   +-----------+- -+   +-----------+- - - - - - -+
 *                                                       ^             ^
 *                                                       cursor        limit
 * </pre>
 *
 * <p>The bytes used are the distance from {@code base} to the cursor: the base lies below the current chunk by the
 * bytes used in the chunks before it. The chunks of a cursor grow by {@link ChunkStore#sizeAfter}. A chunk is larger if
 * the request needs it, and only as large as the request if the source has no more.
 */
public final class BumpCursor {
    private final ChunkStore store;
    private int[] chunks = new int[4];
    private long[] bases = new long[4];
    private int current = ChunkStore.NONE;
    private long cursor;
    private long limit;
    private long base;
    private long nextChunkBytes = ChunkStore.FIRST_BYTES;
    private long reservedBytes;
    private long releasedBytes;
    private long allocations;
    private boolean counting;
    private long highWaterBytes;
    private long spanHighWaterBytes;

    public BumpCursor(ChunkStore store) {
        this.store = store;
    }

    /** The index of the current chunk. Together with {@link #cursor()} it is a position for {@link #goBackTo}. */
    public int position() {
        return current;
    }

    /** The address of the next free byte. Together with {@link #position()} it is a position for {@link #goBackTo}. */
    public long cursor() {
        return cursor;
    }

    /** The bytes allocated, with the gaps that alignment makes, without the unused tails of full chunks. */
    public long usedBytes() {
        return cursor - base;
    }

    /** The bytes that this cursor holds. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** All bytes ever allocated, including released ones. */
    public long allocatedBytes() {
        return releasedBytes + usedBytes();
    }

    /** Counts allocations from now on. Off by default, since counting makes a small allocation a third slower. */
    public void startCounting() {
        counting = true;
    }

    /** The number of allocations since {@link #startCounting()}. */
    public long allocations() {
        return allocations;
    }

    /** The bytes in the unused tails of full chunks. */
    public long lostBytes() {
        return reservedBytes - (limit - base);
    }

    /** The most that {@link #usedBytes()} has ever been. */
    public long highWaterBytes() {
        return Math.max(highWaterBytes, spanHighWaterBytes());
    }

    /** The most that {@link #usedBytes()} has been since {@link #startSpan()}. */
    public long spanHighWaterBytes() {
        return Math.max(spanHighWaterBytes, usedBytes());
    }

    /** Starts a new span for {@link #spanHighWaterBytes()}. */
    public void startSpan() {
        highWaterBytes = highWaterBytes();
        spanHighWaterBytes = usedBytes();
    }

    /** Allocates: at least one byte, aligned to a power of two up to 4096. */
    public long bump(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > limit - BitUtil.align(cursor, alignment)) {
            requireChunk(bytes);
        }
        return cut(bytes, alignment);
    }

    /**
     * Whether the current chunk has room. If so, {@link #cut} may follow. Returns false also if {@code bytes} is not
     * positive.
     */
    public boolean hasRoom(long bytes, int alignment) {
        return bytes > 0 && bytes <= limit - BitUtil.align(cursor, alignment);
    }

    private void requireChunk(long bytes) {
        if (!enterChunk(bytes)) {
            throw store.atCap(bytes);
        }
    }

    /** Like {@link #bump}, but returns 0 if there is no memory. */
    public long tryBump(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        try {
            if (bytes > limit - BitUtil.align(cursor, alignment) && !enterChunk(bytes)) {
                return 0;
            }
        } catch (NativeMemoryException e) {
            return 0;
        }
        return cut(bytes, alignment);
    }

    /**
     * Moves back to an earlier position. The chunks entered since go back to the store, which keeps them; if no chunk
     * had been entered, the first one stays as {@link #restart()} says.
     */
    public void goBackTo(int position, long toCursor) {
        if (position == ChunkStore.NONE) {
            restart();
        } else {
            moveTo(position, toCursor);
        }
    }

    private void moveTo(int position, long toCursor) {
        long used = usedBytes();
        spanHighWaterBytes = Math.max(spanHighWaterBytes, used);
        if (current != position) {
            leaveChunks(position);
        }
        cursor = toCursor;
        releasedBytes += used - usedBytes();
    }

    private void leaveChunks(int position) {
        while (current > position) {
            int chunk = chunks[current--];
            reservedBytes -= store.sizeBytes(chunk);
            store.takeBack(chunk);
        }
        if (current == ChunkStore.NONE) {
            limit = 0;
            base = 0;
        } else {
            limit = store.address(chunks[current]) + store.sizeBytes(chunks[current]);
            base = bases[current];
        }
    }

    /** Moves back to before the first chunk. */
    public void releaseAll() {
        moveTo(ChunkStore.NONE, 0);
    }

    /**
     * Releases everything but keeps the first chunk current, so that a frame that fits into it never leaves the fast
     * path. Leaves that chunk too if it was made for a large request, or if there is a cap, under which a large first
     * request could need its room.
     */
    public void restart() {
        if (current == ChunkStore.NONE || store.isCapped() || store.sizeBytes(chunks[0]) > ChunkStore.LAST_BYTES) {
            releaseAll();
        } else {
            moveTo(0, store.address(chunks[0]));
        }
    }

    /** Allocates after {@link #hasRoom} has returned true. */
    public long cut(long bytes, int alignment) {
        // SAFETY: address + bytes <= limit, the end of a chunk that the store has lent to this cursor and to no other.
        long address = BitUtil.align(cursor, alignment);
        cursor = address + bytes;
        if (counting) {
            allocations++;
        }
        return address;
    }

    private boolean enterChunk(long bytes) {
        if (current + 1 == chunks.length) {
            bases = Arrays.copyOf(bases, chunks.length * 2);
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        int chunk = store.lend(bytes, nextChunkBytes);
        if (chunk == ChunkStore.NONE) {
            return false;
        }
        long used = usedBytes();
        long size = store.sizeBytes(chunk);
        if (size == nextChunkBytes) {
            nextChunkBytes = ChunkStore.sizeAfter(nextChunkBytes);
        }
        current++;
        cursor = store.address(chunk);
        limit = cursor + size;
        base = cursor - used;
        chunks[current] = chunk;
        bases[current] = base;
        reservedBytes += size;
        return true;
    }
}
