package basalt.storage;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Entity;
import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * The generations that rows had before their world went back to a snapshot, so that none is given out again: a handle
 * of the abandoned future never refers to another entity.
 *
 * <p>A row without an entity gets a higher generation at once. A row whose entity is alive again has its old
 * generation; the highest one that the row ever had is kept here until the entity is destroyed. Generations
 * may be given out again only to a row that is free in the snapshot and has used up all 2^32 since.
 *
 * <p>SAFETY: each page has 16384 ints, and a row is below that.
 */
final class GivenGenerations implements AutoCloseable {
    static final int PAGE_BYTES = ROWS * Integer.BYTES;

    private static final int ALIGNMENT = 64;

    private final MemorySource source;

    private long[] pages = new long[4];

    private long reservedBytes;

    GivenGenerations(MemorySource source) {
        this.source = source;
    }

    void cover(int block) {
        if (block >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(block + 1, 2 * pages.length));
        }
        if (pages[block] == 0) {
            long page = MemorySource.allocateFrom(source, PAGE_BYTES, ALIGNMENT);
            UnsafeApi.setMemory(page, PAGE_BYTES, (byte) 0);
            pages[block] = page;
            reservedBytes += PAGE_BYTES;
        }
    }

    boolean has(int block) {
        return block < pages.length && pages[block] != 0;
    }

    int endOfBlocks() {
        return pages.length;
    }

    /** The highest generation that a row ever had, of a block that {@link #has} a page. */
    int given(int block, int row) {
        return get(pages[block], row);
    }

    /** Sets the highest generation that a row ever had, after {@link #cover}. */
    void given(int block, int row, int generation) {
        put(pages[block], row, generation);
    }

    /**
     * The generation of a row that has no entity any more: at least a number, and higher than all that its index ever
     * had. Returns the generation; 0 if the row has run out of them.
     *
     * @param atLeast an even number; 0 if the row has run out of generations
     */
    int next(int index, int atLeast) {
        int block = index >>> ROW_BITS;
        int row = index & ROW_MASK;
        if (!has(block)) {
            return atLeast;
        }
        if (atLeast == 0) {
            put(pages[block], row, Entity.LAST_GENERATION);
        }
        return get(pages[block], row) == Entity.LAST_GENERATION ? 0 : higher(block, row, atLeast);
    }

    /** A number, or the first even generation that is higher than all that a row ever had, if that is higher. */
    private int higher(int block, int row, int atLeast) {
        int given = get(pages[block], row);
        return Integer.compareUnsigned(given, atLeast) > 0 ? evenFrom(given) : atLeast;
    }

    /** The first even generation from one on; the last one if there is none, so that the last handle is repeated. */
    private static int evenFrom(int generation) {
        return generation == Entity.LAST_GENERATION ? generation - 1 : generation + (generation & 1);
    }

    /** Restores the generations of a block, after {@link #cover}. */
    void restore(int block, long base, long image) {
        for (int row = 0; row < ROWS; row += 2) {
            long offset = (long) row << 2;
            if (UnsafeApi.getLong(null, base + GENERATIONS + offset) != UnsafeApi.getLong(null, image + offset)) {
                restoreRow(block, base, row, get(image, row));
                restoreRow(block, base, row + 1, get(image, row + 1));
            }
        }
    }

    private void restoreRow(int block, long base, int row, int saved) {
        int now = get(base + GENERATIONS, row);
        if (now == saved) {
            return;
        }
        int given = highest(get(pages[block], row), now == 0 ? Entity.LAST_GENERATION : now); // 0: it is retired
        if ((saved & 1) != 0) {
            put(base + GENERATIONS, row, saved);
            put(pages[block], row, given);
            return;
        }
        put(pages[block], row, given);
        put(base + GENERATIONS, row, higher(block, row, saved));
    }

    /** Keeps the generations of a block's entity indices, whose blocks are {@link #cover covered}. */
    void keep(long base) {
        for (int row = 0; row < ROWS; row++) {
            int index = Permutation.index(base, row);
            long page = pages[index >>> ROW_BITS];
            int inPage = index & ROW_MASK;
            put(page, inPage, highest(get(page, inPage), get(base + GENERATIONS, row)));
        }
    }

    /**
     * Restores the generations of a block whose rows may have had other indices, after those were restored, and after
     * {@link #keep}.
     */
    void restoreMoved(long base, long image) {
        for (int row = 0; row < ROWS; row++) {
            int saved = get(image, row);
            int index = Permutation.index(base, row);
            boolean isAlive = (saved & 1) != 0;
            put(base + GENERATIONS, row, isAlive ? saved : higher(index >>> ROW_BITS, index & ROW_MASK, saved));
        }
    }

    /** Gives the rows of a new block generations that are higher than all that they ever had. */
    void initialise(int block, long base) {
        if (has(block)) {
            for (int row = 0; row < ROWS; row++) {
                int first = get(base + GENERATIONS, row);
                put(base + GENERATIONS, row, higher(block, row, first));
            }
        }
    }

    long reservedBytes() {
        return reservedBytes;
    }

    private static int highest(int one, int other) {
        return Integer.compareUnsigned(one, other) >= 0 ? one : other;
    }

    private static int get(long address, int row) {
        return UnsafeApi.getInt(null, address + ((long) row << 2));
    }

    private static void put(long address, int row, int generation) {
        UnsafeApi.putInt(null, address + ((long) row << 2), generation);
    }

    @Override
    public void close() {
        for (int block = 0; block < pages.length; block++) {
            if (pages[block] != 0) {
                source.free(pages[block], PAGE_BYTES);
                pages[block] = 0;
            }
        }
        reservedBytes = 0;
    }
}
