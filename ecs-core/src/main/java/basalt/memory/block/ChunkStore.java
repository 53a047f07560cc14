package basalt.memory.block;

import basalt.memory.NativeMemoryException;
import java.util.Arrays;

/**
 * The chunks that one allocator holds from its source and lends to its {@link BumpCursor}s.
 *
 * <pre>
 *   number          0         1         2         3         4
 *                +---------+---------+---------+---------+---------+
 *                |  lent   |  kept   |  lent   |  none   |  kept   |
 *                +---------+---------+---------+---------+---------+
 *   lent: used by one cursor   kept: unused, for the next request     none: the number is free
 * </pre>
 *
 * <p>A chunk keeps its number while it is held, so that several cursors can take and return chunks in any order, under
 * one cap. A request gets the smallest kept chunk that is large enough, or a new one from the source. A chunk that was
 * made for a large request is reused only for large requests, because a cursor may hold it for long and waste most of
 * it. Chunks are page-aligned, so each allowed alignment is met.
 */
public final class ChunkStore {
    static final int NONE = -1;

    /** The size of the first chunk where no request needs more. */
    public static final long FIRST_BYTES = 64 * 1024;

    /** The largest size of a chunk where no request needs more. */
    public static final long LAST_BYTES = 1024 * 1024;

    private final BackingMemory backing;

    private long[] addresses = new long[8];
    private long[] sizes = new long[8]; // 0 where there is no chunk
    private boolean[] lent = new boolean[8];
    private int count; // all chunk numbers are below this
    private long lentBytes;

    public ChunkStore(BackingMemory backing) {
        this.backing = backing;
    }

    /** The size of the chunk that follows a full one: double, up to {@link #LAST_BYTES}. */
    public static long sizeAfter(long bytes) {
        return Math.min(bytes * 2, LAST_BYTES);
    }

    /** The bytes of all chunks, lent or kept. */
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /** Whether the allocator has a cap. */
    boolean isCapped() {
        return backing.capBytes() != Long.MAX_VALUE;
    }

    long address(int chunk) {
        return addresses[chunk];
    }

    long sizeBytes(int chunk) {
        return sizes[chunk];
    }

    /** Lends a chunk of at least {@code bytes}. */
    int lend(long bytes, long newChunkBytes) {
        int chunk = smallestKept(bytes);
        if (chunk == NONE) {
            if (bytes > backing.capBytes() - lentBytes) {
                return NONE;
            }
            chunk = add(bytes, newChunkBytes);
        }
        lent[chunk] = true;
        lentBytes += sizes[chunk];
        return chunk;
    }

    /** Takes a lent chunk back and keeps it for the next request. */
    void takeBack(int chunk) {
        lent[chunk] = false;
        lentBytes -= sizes[chunk];
    }

    /** Gives all kept chunks back to the source. Returns their bytes. */
    public long trim() {
        long keptBytes = reservedBytes() - lentBytes;
        makeRoom(keptBytes);
        return keptBytes;
    }

    /** The exception for a request that the cap denies. */
    NativeMemoryException atCap(long bytes) {
        return backing.atCap(bytes, lentBytes);
    }

    private int smallestKept(long bytes) {
        long largestBytes = Math.max(LAST_BYTES, bytes <= Long.MAX_VALUE / 2 ? bytes * 2 : bytes);
        int best = NONE;
        for (int i = 0; i < count; i++) {
            if (!lent[i] && sizes[i] >= bytes && sizes[i] <= largestBytes && (best == NONE || sizes[i] < sizes[best])) {
                best = i;
            }
        }
        return best;
    }

    /** Takes a new chunk from the source. Gives kept chunks back first if the cap requires it. */
    private int add(long bytes, long newChunkBytes) {
        makeRoom(bytes - backing.roomBytes());
        long leastBytes = Math.min(BackingMemory.wholePages(bytes), backing.roomBytes());
        long usualBytes = Math.min(newChunkBytes, backing.roomBytes());
        int chunk = unusedNumber();
        if (usualBytes <= leastBytes || !take(chunk, usualBytes)) {
            addresses[chunk] = backing.take(leastBytes, BackingMemory.PAGE_BYTES);
            sizes[chunk] = leastBytes;
        }
        count = Math.max(count, chunk + 1);
        return chunk;
    }

    /** Returns false if the source refuses. */
    private boolean take(int chunk, long bytes) {
        try {
            addresses[chunk] = backing.take(bytes, BackingMemory.PAGE_BYTES);
        } catch (NativeMemoryException e) {
            return false;
        }
        sizes[chunk] = bytes;
        return true;
    }

    /** Gives kept chunks back to the source until at least {@code bytes} are freed. */
    private void makeRoom(long bytes) {
        for (int i = count - 1; i >= 0 && bytes > 0; i--) {
            if (!lent[i] && sizes[i] > 0) {
                long size = sizes[i];
                bytes -= size;
                sizes[i] = 0;
                backing.giveBack(addresses[i], size);
            }
        }
    }

    private int unusedNumber() {
        for (int i = 0; i < count; i++) {
            if (sizes[i] == 0) {
                return i;
            }
        }
        if (count == lent.length) {
            addresses = Arrays.copyOf(addresses, count * 2);
            sizes = Arrays.copyOf(sizes, count * 2);
            lent = Arrays.copyOf(lent, count * 2);
        }
        return count;
    }
}
