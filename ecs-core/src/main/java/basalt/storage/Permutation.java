package basalt.storage;

import static basalt.component.layout.BlockLayout.INDICES;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

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
    static final int INDICES_BYTES = ROWS * Integer.BYTES;

    static final int PAGE_BYTES = 2 * INDICES_BYTES;

    private static final int ROW_OF = INDICES_BYTES;
    private static final int ALIGNMENT = 64;

    private final Blocks blocks;

    private long[] pages = {};

    private int count;

    /** Pages that are taken for blocks that will get one. */
    private final LongArrayList reserved = new LongArrayList();

    Permutation(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Whether some row has moved since the world is open. */
    boolean isAny() {
        return count > 0;
    }

    boolean hasMoved(int block) {
        return block < pages.length && pages[block] != 0;
    }

    /** The place of the row with an entity index. Returns the {@link Place}; 0 if there is no such row. */
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

    static int index(long base, int row) {
        long page = page(base);
        return page == 0 ? Blocks.index(base) << ROW_BITS | row : indexInPage(page, row);
    }

    static int movedIndex(long base, int row) {
        return indexInPage(page(base), row);
    }

    private static int indexInPage(long page, int row) {
        return UnsafeApi.getInt(null, page + ((long) row << 2));
    }

    private static long page(long base) {
        return UnsafeApi.getLong(null, base + INDICES);
    }

    /** Takes pages, so that {@link #cover} needs no memory. */
    void reserve(int more) {
        while (reserved.size() < more) {
            reserved.addLong(MemorySource.allocateFrom(blocks.source(), PAGE_BYTES, ALIGNMENT));
        }
    }

    /** Frees the pages that were reserved and not used. */
    void freeReserved() {
        while (!reserved.isEmpty()) {
            blocks.source().free(reserved.removeAt(reserved.size() - 1), PAGE_BYTES);
        }
    }

    /** Gives a block a page, if it has none. Nothing else changes. */
    void cover(int block) {
        if (block >= pages.length) {
            pages = Arrays.copyOf(pages, Math.max(block + 1, 2 * pages.length));
        }
        if (pages[block] != 0) {
            return;
        }
        long page = reserved.isEmpty()
                ? MemorySource.allocateFrom(blocks.source(), PAGE_BYTES, ALIGNMENT)
                : reserved.removeAt(reserved.size() - 1);
        int first = block << ROW_BITS;
        for (int row = 0; row < ROWS; row++) {
            UnsafeApi.putInt(null, page + ((long) row << 2), first + row);
            UnsafeApi.putInt(null, page + ROW_OF + ((long) row << 2), first + row);
        }
        pages[block] = page;
        UnsafeApi.putLong(null, blocks.base(block) + INDICES, page);
        blocks.hideFromLookup(block);
        count++;
    }

    /** Sets the index of a row. The caller sets those of all rows that change it, after {@link #cover}. */
    void set(int row, int index) {
        UnsafeApi.putInt(null, pages[row >>> ROW_BITS] + ((long) (row & ROW_MASK) << 2), index);
        UnsafeApi.putInt(null, pages[index >>> ROW_BITS] + ROW_OF + ((long) (index & ROW_MASK) << 2), row);
    }

    /** Sets the indices of rows, as {@link #set} does. */
    void setAll(int[] rows, int[] indices, int count) {
        long[] known = pages;
        int block = -1;
        long page = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (row >>> ROW_BITS != block) {
                block = row >>> ROW_BITS;
                page = known[block];
            }
            int index = indices[i];
            UnsafeApi.putInt(null, page + ((long) (row & ROW_MASK) << 2), index);
            UnsafeApi.putInt(null, known[index >>> ROW_BITS] + ROW_OF + ((long) (index & ROW_MASK) << 2), row);
        }
    }

    /** Reads the indices of the rows of a block, unless they have their own; false then. */
    boolean indices(int block, int[] to) {
        boolean isAny = false;
        for (int row = 0; hasMoved(block) && row < ROWS; row++) {
            to[row] = indexInPage(pages[block], row);
            isAny |= to[row] != (block << ROW_BITS | row);
        }
        return isAny;
    }

    /** Sets the indices of the rows of a block, after {@link #cover}. {@link #loaded} is called next. */
    void load(int block, int[] indices) {
        for (int row = 0; row < ROWS; row++) {
            UnsafeApi.putInt(null, pages[block] + ((long) row << 2), indices[row]);
        }
    }

    /** Finds the rows of the indices that were set by {@link #load}: those of its blocks, each once. */
    void loaded() {
        for (int block = 0; block < pages.length; block++) {
            for (int row = 0; hasMoved(block) && row < ROWS; row++) {
                set(block << ROW_BITS | row, indexInPage(pages[block], row));
            }
        }
    }

    /** Frees the page of a block: its rows have their own indices again. */
    void drop(int block) {
        if (hasMoved(block)) {
            long page = pages[block];
            pages[block] = 0;
            count--;
            UnsafeApi.putLong(null, blocks.base(block) + INDICES, 0);
            blocks.showToLookup(block);
            blocks.source().free(page, PAGE_BYTES);
        }
    }

    /** Copies the indices of the rows of a block that has a page. */
    void copy(int block, long image) {
        UnsafeApi.copyMemory(pages[block], image, INDICES_BYTES);
    }

    boolean isSame(int block, long image) {
        for (int offset = 0; offset < INDICES_BYTES; offset += Long.BYTES) {
            if (UnsafeApi.getLong(null, pages[block] + offset) != UnsafeApi.getLong(null, image + offset)) {
                return false;
            }
        }
        return true;
    }

    /** Gives the rows of a block that has a page the indices of an image, see {@link #set}. */
    void restore(int block, long image) {
        for (int row = 0; row < ROWS; row++) {
            set(block << ROW_BITS | row, indexInPage(image, row));
        }
    }

    /** The index of a row of a block in an image from {@link #copy}; its own one if the image is 0. */
    static int index(long image, int block, int row) {
        return image == 0 ? block << ROW_BITS | row : indexInPage(image, row);
    }

    long reservedBytes() {
        return (long) (count + reserved.size()) * PAGE_BYTES;
    }

    /** Frees all pages. The blocks must not be used any more. */
    @Override
    public void close() {
        freeReserved();
        for (long page : pages) {
            if (page != 0) {
                blocks.source().free(page, PAGE_BYTES);
            }
        }
        pages = new long[0];
        count = 0;
    }
}
