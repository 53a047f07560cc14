package basalt.storage;

import static basalt.component.layout.BlockLayout.INDICES;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Which row each entity index has. Index and row are the same number until rows move; from then on the indices are a
 * permutation of the rows, free rows included. Row numbers here are those of the world: {@code block << ROW_BITS | row
 * in the block}.
 *
 * <pre>
 *   page of a block   +0       index of each of its rows   [16384 ints]   (the block's header has this address)
 *                     +65536   row of each of its indices  [16384 ints]
 * </pre>
 *
 * <p>A block has a page from the first time on that one of its rows moves. A row of it that has the index of another
 * block implies that its own index is elsewhere, so the rows of a block without a page have their own indices.
 *
 * <p>SAFETY: a page has 2 * 16384 ints; rows and indices in a block are masked with ROW_MASK.
 */
final class Permutation implements AutoCloseable {
    /** Bytes of a page. */
    static final int PAGE_BYTES = 2 * ROWS * Integer.BYTES;

    private static final int ROW_OF = ROWS * Integer.BYTES;
    private static final int ALIGNMENT = 64;

    private final Blocks blocks;

    /** For each block, the address of its page, or 0. */
    private long[] pages = {};

    private long reservedBytes;

    Permutation(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Whether some row has moved since the world is open. */
    boolean isAny() {
        return reservedBytes > 0;
    }

    /** Whether rows of a block may have moved. */
    boolean hasMoved(int block) {
        return block < pages.length && pages[block] != 0;
    }

    /**
     * The place of the row with an entity index.
     *
     * @param index an entity index, or any int
     * @return the {@link Place}; 0 if there is no such row
     */
    long place(int index) {
        int block = index >>> ROW_BITS;
        long[] known = pages;
        if (block < known.length && known[block] != 0) {
            int row = UnsafeApi.getInt(null, known[block] + ROW_OF + ((long) (index & ROW_MASK) << 2));
            return Place.of(blocks.base(row >>> ROW_BITS), row & ROW_MASK);
        }
        long base = blocks.baseOrZero(block);
        return base == 0 ? 0 : Place.of(base, index & ROW_MASK);
    }

    /** The first index of a block whose rows have their own indices; otherwise -1. */
    static int firstIndex(long base) {
        return page(base) == 0 ? Blocks.index(base) << ROW_BITS : -1;
    }

    /** The entity index of a row. */
    static int index(long base, int row) {
        long page = page(base);
        return page == 0 ? Blocks.index(base) << ROW_BITS | row : indexInPage(page, row);
    }

    /** The entity index of a row, of a block that has a page. */
    static int movedIndex(long base, int row) {
        return indexInPage(page(base), row);
    }

    private static int indexInPage(long page, int row) {
        return UnsafeApi.getInt(null, page + ((long) row << 2));
    }

    private static long page(long base) {
        return UnsafeApi.getLong(null, base + INDICES);
    }

    /**
     * Gives a block a page, if it has none. Nothing else changes.
     *
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has changed then
     */
    void cover(int block) {
        if (block >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(block + 1, 2 * pages.length));
        }
        if (pages[block] != 0) {
            return;
        }
        long page = MemorySource.allocateFrom(blocks.source(), PAGE_BYTES, ALIGNMENT);
        if (pages[block] != 0) { // by code that the memory source has called
            blocks.source().free(page, PAGE_BYTES);
            return;
        }
        int first = block << ROW_BITS;
        for (int row = 0; row < ROWS; row++) {
            UnsafeApi.putInt(null, page + ((long) row << 2), first + row);
            UnsafeApi.putInt(null, page + ROW_OF + ((long) row << 2), first + row);
        }
        pages[block] = page;
        UnsafeApi.putLong(null, blocks.base(block) + INDICES, page);
        blocks.hideFromLookup(block);
        reservedBytes += PAGE_BYTES;
    }

    /**
     * Sets the index of a row. The caller sets those of all rows that change it, after {@link #cover}.
     *
     * @param row a row of the world
     * @param index the index, of a block that has a page
     */
    void set(int row, int index) {
        UnsafeApi.putInt(null, pages[row >>> ROW_BITS] + ((long) (row & ROW_MASK) << 2), index);
        UnsafeApi.putInt(null, pages[index >>> ROW_BITS] + ROW_OF + ((long) (index & ROW_MASK) << 2), row);
    }

    /** Frees the page of a block: its rows have their own indices again. */
    void drop(int block) {
        if (hasMoved(block)) {
            blocks.source().free(pages[block], PAGE_BYTES);
            pages[block] = 0;
            reservedBytes -= PAGE_BYTES;
            if (block < blocks.count()) {
                UnsafeApi.putLong(null, blocks.base(block) + INDICES, 0);
                blocks.showToLookup(block);
            }
        }
    }

    long reservedBytes() {
        return reservedBytes;
    }

    /** Frees all pages. The blocks must not be used any more. */
    @Override
    public void close() {
        for (long page : pages) {
            if (page != 0) {
                blocks.source().free(page, PAGE_BYTES);
            }
        }
        pages = new long[0];
        reservedBytes = 0;
    }
}
