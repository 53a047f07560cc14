package basalt.memory.chunk;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.Arrays;
import org.agrona.BitUtil;

/**
 * Cuts memory from chunks, one behind the other: to allocate is to align the cursor and move it, to free is to go back.
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
 * <p>What is used is the distance from {@code base} to the cursor: the base lies below the chunk by as much as was used
 * in the chunks before it. Each cursor's chunks grow by {@link ChunkGrowth}, unless the request needs more, or the
 * source has no more than that needs.
 */
public final class BumpCursor {
    private final ChunkStore store;
    private int[] chunks = new int[4];
    private long[] bases = new long[4];
    private int current = ChunkStore.NONE;
    private long cursor;
    private long limit;
    private long base;
    private long nextChunkBytes = ChunkGrowth.FIRST_BYTES;
    private long reservedBytes;
    private long releasedBytes;
    private long allocations;
    private boolean counting;
    private long highWaterBytes;
    private long spanHighWaterBytes;

    /**
     * Stands before the first chunk.
     *
     * @param store lends the chunks
     */
    public BumpCursor(ChunkStore store) {
        this.store = store;
    }

    /**
     * With {@link #cursor()}, where this cursor stands: what {@link #goBackTo} takes.
     *
     * @return the number of the current chunk among this cursor's
     */
    public int position() {
        return current;
    }

    /**
     * With {@link #position()}, where this cursor stands.
     *
     * @return the address of the next free byte
     */
    public long cursor() {
        return cursor;
    }

    /**
     * What is allocated, with the gaps that alignment makes, without the unused tails of full chunks.
     *
     * @return bytes
     */
    public long usedBytes() {
        return cursor - base;
    }

    /**
     * What this cursor holds.
     *
     * @return bytes of the chunks that it has entered and not left
     */
    public long reservedBytes() {
        return reservedBytes;
    }

    /**
     * What was ever allocated, released or not.
     *
     * @return bytes
     */
    public long allocatedBytes() {
        return releasedBytes + usedBytes();
    }

    /** Counts allocations from now on: not always, since it would make a small one a third dearer. */
    public void startCounting() {
        counting = true;
    }

    /**
     * How many allocations there have been since {@link #startCounting()}.
     *
     * @return the number
     */
    public long allocations() {
        return allocations;
    }

    /**
     * The unused tails of full chunks.
     *
     * @return bytes that lie behind the used ones, without the rest of the current chunk
     */
    public long lostBytes() {
        return reservedBytes - (limit - base);
    }

    /**
     * The most that {@link #usedBytes()} has ever been.
     *
     * @return bytes
     */
    public long highWaterBytes() {
        return Math.max(highWaterBytes, spanHighWaterBytes());
    }

    /**
     * The most that {@link #usedBytes()} has been since {@link #startSpan()}.
     *
     * @return bytes
     */
    public long spanHighWaterBytes() {
        return Math.max(spanHighWaterBytes, usedBytes());
    }

    /** Begins a new stretch of time to know the high-water mark of. */
    public void startSpan() {
        highWaterBytes = highWaterBytes();
        spanHighWaterBytes = usedBytes();
    }

    /**
     * Allocates.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return the address
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     * @throws NativeMemoryException if the cap denies it, or the source refuses; the cursor has not moved then
     */
    public long bump(long bytes, int alignment) {
        MemorySource.requireValid(bytes, alignment);
        if (bytes > limit - BitUtil.align(cursor, alignment)) {
            requireChunk(bytes);
        }
        return cut(bytes, alignment);
    }

    /**
     * Whether so much lies ahead in the current chunk. {@link #cut} may follow then.
     *
     * @param bytes how many bytes
     * @param alignment a power of two from 1 to 4096
     * @return false also if {@code bytes} is not positive
     */
    public boolean hasRoom(long bytes, int alignment) {
        return bytes > 0 && bytes <= limit - BitUtil.align(cursor, alignment);
    }

    private void requireChunk(long bytes) {
        if (!enterChunk(bytes)) {
            throw store.atCap(bytes);
        }
    }

    /**
     * As {@link #bump}, for callers that can go on without the memory.
     *
     * @param bytes how many bytes, at least 1
     * @param alignment what the address is a multiple of: a power of two from 1 to 4096
     * @return the address; 0 if there is no memory
     * @throws IllegalArgumentException if {@code bytes} or {@code alignment} is out of range
     */
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
     * Goes back to where this cursor stood before. The chunks that it entered since are kept in the store.
     *
     * @param position what {@link #position()} was
     * @param toCursor what {@link #cursor()} was
     */
    public void goBackTo(int position, long toCursor) {
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

    /** Goes back to before the first chunk. */
    public void releaseAll() {
        goBackTo(ChunkStore.NONE, 0);
    }

    /**
     * Releases everything, and stays in the first chunk, so that a frame that fits into it never leaves the fast path;
     * unless it was made for a large request, or there is a cap, under which a first large request could need its room.
     */
    public void restart() {
        if (current == ChunkStore.NONE || store.isCapped() || store.sizeBytes(chunks[0]) > ChunkGrowth.LAST_BYTES) {
            releaseAll();
        } else {
            goBackTo(0, store.address(chunks[0]));
        }
    }

    /**
     * Allocates what {@link #hasRoom} has found room for.
     *
     * @param bytes the same
     * @param alignment the same
     * @return the address
     */
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
        if (current + 1 == chunks.length) { // before a chunk is lent, so that none is lost if the heap is full
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
            nextChunkBytes = ChunkGrowth.after(nextChunkBytes);
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
