package basalt.storage.capture;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Entities;
import basalt.storage.Pools;
import java.util.Arrays;

/** A hash of the order of entities: a sum over the entities that are in another row than that of their index. */
final class OrderHash {
    /** For each block its part of the sum. */
    private long[] hashes = {};

    private long sum;

    /** The sum; 0 if each entity is in the row of its index. */
    long sum() {
        return sum;
    }

    /** Allocates heap memory for a number of blocks. */
    void cover(int blocks) {
        if (blocks > hashes.length) {
            hashes = Arrays.copyOf(hashes, Math.max(blocks, 2 * hashes.length));
        }
    }

    /** Forgets the blocks from one on, because there are no more. */
    void truncate(int blocks) {
        for (int block = blocks; block < hashes.length; block++) {
            put(block, 0);
        }
    }

    void update(int block, long base) {
        put(block, Entities.firstIndex(base) >= 0 ? 0 : hash(block << ROW_BITS, base));
    }

    private void put(int block, long hash) {
        sum += hash - hashes[block];
        hashes[block] = hash;
    }

    private static long hash(int firstRow, long base) {
        long hash = 0;
        for (int word = 0; word < WORDS; word++) {
            for (long rest = Pools.presentWord(base, word, ALIVE_ID); rest != 0; rest &= rest - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                int index = Entities.index(base, -1, row);
                if (index != firstRow + row) {
                    hash += RowHash.combine(firstRow + row, index);
                }
            }
        }
        return hash;
    }
}
