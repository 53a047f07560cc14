package basalt.storage;

import java.util.Arrays;

/**
 * The rows of one population: blocks that belong to it alone, and which of them have a free row.
 *
 * <p>Rows are always taken from the lowest block that has one free, and freed rows come back to their block. So a
 * population of births and deaths stays dense at the low end, without ever moving an entity.
 */
public final class Cluster {
    private long[] blocksWithFreeRow = new long[1];
    private int firstWord;

    Cluster() {}

    /** The lowest own block with a free row; -1 if there is none. Amortised O(1), at worst one load for 64 blocks. */
    int lowestBlock() {
        while (firstWord < blocksWithFreeRow.length) {
            long bits = blocksWithFreeRow[firstWord];
            if (bits != 0) {
                return (firstWord << 6) + Long.numberOfTrailingZeros(bits);
            }
            firstWord++;
        }
        return -1;
    }

    int blocksWithFreeRow() {
        int blocks = 0;
        for (long word : blocksWithFreeRow) {
            blocks += Long.bitCount(word);
        }
        return blocks;
    }

    /** The first own block with a free row, of that number or a higher one; -1 if there is none. */
    int nextBlock(int block) {
        for (int word = block >>> 6; word < blocksWithFreeRow.length; word++) {
            long bits = blocksWithFreeRow[word] & (word == block >>> 6 ? -1L << block : -1L);
            if (bits != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(bits);
            }
        }
        return -1;
    }

    /** Makes room on the heap for a block of that number. */
    void cover(int block) {
        int word = block >>> 6;
        if (word >= blocksWithFreeRow.length) {
            blocksWithFreeRow = Arrays.copyOf(blocksWithFreeRow, Math.max(word + 1, 2 * blocksWithFreeRow.length));
        }
    }

    /** A block of this cluster has a free row again, or is new. */
    void hasFreeRow(int block) {
        int word = block >>> 6;
        cover(block);
        blocksWithFreeRow[word] |= 1L << block;
        firstWord = Math.min(firstWord, word);
    }

    /** A block of this cluster has no free row any more. */
    void isFull(int block) {
        blocksWithFreeRow[block >>> 6] &= ~(1L << block);
    }
}
