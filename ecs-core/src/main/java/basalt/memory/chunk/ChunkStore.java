package basalt.memory.chunk;

import basalt.memory.NativeMemoryException;
import java.util.Arrays;

/**
 * The chunks that one allocator holds of its source, and lends to the {@link BumpCursor}s that cut them.
 *
 * <pre>
 *   number          0         1         2         3         4
 *                +---------+---------+---------+---------+---------+
 *                |  lent   |  kept   |  lent   |  none   |  kept   |
 *                +---------+---------+---------+---------+---------+
 *   lent: one cursor cuts it     kept: unused, for the next request     none: the number is free
 * </pre>
 *
 * <p>A chunk keeps its number while it is held, so that several cursors can take and return chunks in any order, under
 * one cap. To lend is to pick the smallest kept chunk that is large enough; if none is, a new one is taken from the
 * source. A chunk that was made for a large request is left for such: a cursor may hold it for long, and with it what
 * it does not need. Chunks start at a page: aligned to whatever is allowed.
 */
public final class ChunkStore {
    static final int NONE = -1;

    private final BackingMemory backing;

    private long[] addresses = new long[8];
    private long[] sizes = new long[8]; // 0 where there is no chunk
    private boolean[] lent = new boolean[8];
    private int count; // no chunk has this number or a higher one
    private long lentBytes;

    /**
     * Holds no chunk yet.
     *
     * @param backing where chunks come from
     */
    public ChunkStore(BackingMemory backing) {
        this.backing = backing;
    }

    /**
     * What is held of the source.
     *
     * @return bytes of all chunks, lent or kept
     */
    public long reservedBytes() {
        return backing.reservedBytes();
    }

    /** Whether there is a limit to what may be held. */
    boolean isCapped() {
        return backing.capBytes() != Long.MAX_VALUE;
    }

    long address(int chunk) {
        return addresses[chunk];
    }

    long sizeBytes(int chunk) {
        return sizes[chunk];
    }

    /**
     * Lends a chunk of at least {@code bytes}.
     *
     * @param newChunkBytes how large a new chunk becomes, where the request does not need more, and cap and source
     *     allow as much
     * @return its number; {@link #NONE} if the cap denies it, and nothing has changed then
     * @throws NativeMemoryException if the source refuses; the chunks that are lent have not changed then
     */
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

    /** Keeps a chunk that was lent for the next request. */
    void takeBack(int chunk) {
        lent[chunk] = false;
        lentBytes -= sizes[chunk];
    }

    /**
     * Gives the kept chunks back to the source.
     *
     * @return how many bytes that were
     */
    public long trim() {
        long keptBytes = reservedBytes() - lentBytes;
        makeRoom(keptBytes);
        return keptBytes;
    }

    /** Says that the cap denies a request. */
    NativeMemoryException atCap(long bytes) {
        return backing.atCap(bytes, lentBytes);
    }

    private int smallestKept(long bytes) {
        long largestBytes = Math.max(ChunkGrowth.LAST_BYTES, bytes <= Long.MAX_VALUE / 2 ? bytes * 2 : bytes);
        int best = NONE;
        for (int i = 0; i < count; i++) {
            if (!lent[i] && sizes[i] >= bytes && sizes[i] <= largestBytes && (best == NONE || sizes[i] < sizes[best])) {
                best = i;
            }
        }
        return best;
    }

    /** Takes a new chunk from the source; kept chunks go when only so it stays under the cap. */
    private int add(long bytes, long newChunkBytes) {
        makeRoom(bytes - backing.roomBytes());
        long leastBytes = Math.min(BackingMemory.wholePages(bytes), backing.roomBytes());
        long usualBytes = Math.min(newChunkBytes, backing.roomBytes());
        int chunk = unusedNumber(); // before there is anything to leak
        if (usualBytes <= leastBytes || !take(chunk, usualBytes)) {
            addresses[chunk] = backing.take(leastBytes, BackingMemory.PAGE_BYTES);
            sizes[chunk] = leastBytes;
        }
        count = Math.max(count, chunk + 1);
        return chunk;
    }

    /** False if the source refuses: it may have less. */
    private boolean take(int chunk, long bytes) {
        try {
            addresses[chunk] = backing.take(bytes, BackingMemory.PAGE_BYTES);
        } catch (NativeMemoryException e) {
            return false;
        }
        sizes[chunk] = bytes;
        return true;
    }

    /** Gives kept chunks back to the source until {@code bytes} or more are gone. */
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
