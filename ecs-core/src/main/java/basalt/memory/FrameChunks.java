package basalt.memory;

import java.util.Arrays;

/**
 * The chunks of one {@link FrameArena}: which there are, and which one is being cut at the moment.
 *
 * <pre>
 *   index        0 ......... current | current + 1 ........ count - 1
 *                in use, in the order | kept from earlier: unused, in any order
 *                they were entered    |
 * </pre>
 *
 * <p>The unused ones may be reordered freely. Entering a chunk picks the smallest unused one that is large enough and
 * moves it to {@code current + 1}; if none is, a new one is put there. So none is skipped, and none is lost. A large
 * chunk is left for the large request that it was made for.
 */
final class FrameChunks {
    static final long FIRST_CHUNK_BYTES = 64 * 1024;
    static final long LAST_CHUNK_BYTES = 1024 * 1024;
    static final int NONE = -1;

    private static final int PAGE_BYTES = MemorySource.MAX_ALIGNMENT;

    private final MemorySource source;
    private final long capBytes;

    private long[] addresses = new long[8];
    private long[] sizes = new long[8];
    private long[] usedBefore = new long[8];
    private int count;
    private int current = NONE;
    private long nextChunkBytes = FIRST_CHUNK_BYTES;
    private long reservedBytes;

    FrameChunks(MemorySource source, long capBytes) {
        this.source = source;
        this.capBytes = capBytes;
    }

    int current() {
        return current;
    }

    int count() {
        return count;
    }

    long capBytes() {
        return capBytes;
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** The first address of the current chunk; 0 when there is none. */
    long start() {
        return current == NONE ? 0 : addresses[current];
    }

    /** The first address behind the current chunk; 0 when there is none. */
    long end() {
        return current == NONE ? 0 : addresses[current] + sizes[current];
    }

    /** Bytes in use when everything below {@code cursor} in the current chunk is in use. */
    long usedBytes(long cursor) {
        return current == NONE ? 0 : usedBefore[current] + (cursor - addresses[current]);
    }

    /** Goes back to a chunk that was current before; the later ones become unused and are kept. */
    void leaveTo(int chunk) {
        current = chunk;
    }

    /**
     * Makes a chunk of at least {@code bytes} current.
     *
     * @return false if the cap denies it; nothing has changed then
     * @throws NativeMemoryException if the source refuses; the chunks in use have not changed then
     */
    boolean enter(long bytes, long cursor) {
        int chunk = smallestUnused(bytes);
        if (chunk == NONE) {
            if (bytes > capBytes - usedChunkBytes()) {
                return false;
            }
            chunk = add(bytes);
        }
        moveToFront(chunk);
        long used = usedBytes(cursor);
        current++;
        usedBefore[current] = used;
        return true;
    }

    void freeAll() {
        current = NONE;
        while (count > 0) {
            freeLast();
        }
    }

    private int smallestUnused(long bytes) {
        int best = NONE;
        for (int i = current + 1; i < count; i++) {
            if (sizes[i] >= bytes && (best == NONE || sizes[i] < sizes[best])) {
                best = i;
            }
        }
        return best;
    }

    private long usedChunkBytes() {
        long bytes = 0;
        for (int i = 0; i <= current; i++) {
            bytes += sizes[i];
        }
        return bytes;
    }

    /** Takes a new chunk from the source and appends it; unused chunks go when only so it stays under the cap. */
    private int add(long bytes) {
        while (bytes > capBytes - reservedBytes) {
            freeLast();
        }
        long size = Math.min(Math.max(nextChunkBytes, roundUpToPage(bytes)), capBytes - reservedBytes);
        ensureRoomForOneMore(); // before there is anything to leak
        long address = MemorySource.allocateFrom(source, size, PAGE_BYTES);
        addresses[count] = address;
        sizes[count] = size;
        reservedBytes += size;
        if (size == nextChunkBytes) {
            nextChunkBytes = Math.min(nextChunkBytes * 2, LAST_CHUNK_BYTES);
        }
        return count++;
    }

    private void freeLast() {
        count--;
        reservedBytes -= sizes[count];
        source.free(addresses[count], sizes[count]);
    }

    private void ensureRoomForOneMore() {
        if (count == addresses.length) {
            long[] moreAddresses = Arrays.copyOf(addresses, count * 2);
            long[] moreSizes = Arrays.copyOf(sizes, count * 2);
            usedBefore = Arrays.copyOf(usedBefore, count * 2);
            addresses = moreAddresses;
            sizes = moreSizes;
        }
    }

    private void moveToFront(int chunk) {
        int front = current + 1;
        long address = addresses[chunk];
        long size = sizes[chunk];
        addresses[chunk] = addresses[front];
        sizes[chunk] = sizes[front];
        addresses[front] = address;
        sizes[front] = size;
    }

    private static long roundUpToPage(long bytes) {
        return bytes > Long.MAX_VALUE - PAGE_BYTES ? bytes : (bytes + PAGE_BYTES - 1) & -PAGE_BYTES;
    }
}
