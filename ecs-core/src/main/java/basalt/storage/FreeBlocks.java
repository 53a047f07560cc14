package basalt.storage;

import java.util.Arrays;

/**
 * The blocks of one row allocator that have a free row.
 *
 * <p>Rows are always taken from the lowest block that has a free row, and freed rows return to their block. So entities
 * stay dense in the low blocks, without being moved.
 */
final class FreeBlocks {
    /** The number of the list of the blocks that belong to no allocator. */
    static final int SPARE = -1;

    private long[] blocksWithFreeRow = new long[1];
    private int firstWord;
    private BlockSize size = BlockSize.EMPTY;
    private int last = -1;

    /** How far the arrangement with these blocks is. */
    private long progress;

    private final int number;
    private final OwnerKey key;

    /** An empty list of several allocators, or of one that cannot be used any more. */
    FreeBlocks(int number) {
        this(number, null);
    }

    /** An empty list. */
    FreeBlocks(int number, OwnerKey key) {
        this.number = number;
        this.key = key;
    }

    /** The key of the allocator in saved worlds; null if it has none. */
    OwnerKey key() {
        return key;
    }

    /** The number of this list in its world, which snapshots refer to. */
    int number() {
        return number;
    }

    /** The last block of the allocator that a compaction has found and that has not become a spare one; -1 if none. */
    int last() {
        return last;
    }

    void last(int block) {
        last = block;
    }

    /** A number that tells the arrangement with these blocks how far it is. */
    long progress() {
        return progress;
    }

    void progress(long number) {
        progress = number;
    }

    /** The size of the allocator's next block. */
    BlockSize size() {
        return size;
    }

    /** Makes sure that the next block has room for what a block of some size has room for. */
    void require(BlockSize other) {
        if (number != SPARE) { // spare blocks need only a header
            size = size.with(other);
        }
    }

    /** The lowest block with a free row; -1 if there is none. Amortised O(1), at worst one load for 64 blocks. */
    int lowest() {
        while (firstWord < blocksWithFreeRow.length) {
            long bits = blocksWithFreeRow[firstWord];
            if (bits != 0) {
                return (firstWord << 6) + Long.numberOfTrailingZeros(bits);
            }
            firstWord++;
        }
        return -1;
    }

    int count() {
        int blocks = 0;
        for (long word : blocksWithFreeRow) {
            blocks += Long.bitCount(word);
        }
        return blocks;
    }

    /** The first block with a free row at or after a number; -1 if there is none. */
    int next(int block) {
        for (int word = block >>> 6; word < blocksWithFreeRow.length; word++) {
            long bits = blocksWithFreeRow[word] & (word == block >>> 6 ? -1L << block : -1L);
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return -1;
    }

    /** Allocates heap memory for the bit of a block. */
    void cover(int block) {
        int word = block >>> 6;
        if (word >= blocksWithFreeRow.length) {
            blocksWithFreeRow = Arrays.copyOf(blocksWithFreeRow, Math.max(word + 1, 2 * blocksWithFreeRow.length));
        }
    }

    /** Adds a block that has a free row again, or is new. */
    void add(int block) {
        int word = block >>> 6;
        cover(block);
        blocksWithFreeRow[word] |= 1L << block;
        firstWord = Math.min(firstWord, word);
    }

    /** Removes a block that has no free row any more. */
    void remove(int block) {
        blocksWithFreeRow[block >>> 6] &= ~(1L << block);
    }
}
