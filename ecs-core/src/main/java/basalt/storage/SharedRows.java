package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import java.util.Arrays;

/**
 * Rows in blocks that several allocators share, for allocators of few entities: a block of its own for each would
 * reserve much memory, and queries would run over many blocks with few rows.
 *
 * <p>Rows are claimed one by one, the lowest free ones, so that the rows of small allocators lie side by side. An
 * allocator may have {@value #MOST} entities here. It counts its claims, and when they reach this number, the rows that
 * are still in use are counted: for that, each row's last allocator is recorded. So destruction costs nothing.
 */
final class SharedRows {
    /** The most entities that an allocator may have in shared blocks. */
    static final int MOST = 256;

    private final Blocks blocks;
    private final Entities entities;
    private final FreeBlocks freeBlocks = new FreeBlocks();

    /** For each shared block, by number, the allocator that last claimed each row. */
    private int[][] allocatorsOf = new int[1][];

    private int allocators;

    SharedRows(Blocks blocks, Entities entities) {
        this.blocks = blocks;
        this.entities = entities;
    }

    /** The shared blocks that have a free row. */
    FreeBlocks freeBlocks() {
        return freeBlocks;
    }

    /** The number of a new allocator, not 0. */
    int newAllocator() {
        return ++allocators;
    }

    /**
     * Claims the lowest free rows of a word, at most as many as asked for.
     *
     * @throws basalt.memory.NativeMemoryException if a new block is needed and there is no memory; nothing has changed
     *     then
     */
    void claim(int allocator, int limit, RowMask claimed) {
        entities.claim(freeBlocks, claimed, limit);
        try {
            record(allocator, claimed);
        } catch (Throwable e) { // the heap is full
            entities.free(claimed.base, claimed.word, claimed.rows);
            claimed.rows = 0;
            throw e;
        }
    }

    private void record(int allocator, RowMask claimed) {
        int block = Blocks.index(claimed.base);
        if (block >= allocatorsOf.length) {
            allocatorsOf = Arrays.copyOf(allocatorsOf, Math.max(block + 1, 2 * allocatorsOf.length));
        }
        if (allocatorsOf[block] == null) {
            allocatorsOf[block] = new int[ROWS];
        }
        for (long rest = claimed.rows; rest != 0; rest &= rest - 1) {
            allocatorsOf[block][(claimed.word << 6) + Long.numberOfTrailingZeros(rest)] = allocator;
        }
    }

    /** The number of an allocator's rows in shared blocks that are in use: alive or reserved. */
    int count(int allocator) {
        int count = 0;
        for (int block = 0; block < allocatorsOf.length; block++) {
            int[] allocatorOf = allocatorsOf[block];
            for (int word = 0; allocatorOf != null && word < WORDS; word++) {
                long base = blocks.base(block);
                long used = ~RowBits.word(base + FREE_SUMMARY, base + FREE, word);
                for (long rest = used; rest != 0; rest &= rest - 1) {
                    count += allocatorOf[(word << 6) + Long.numberOfTrailingZeros(rest)] == allocator ? 1 : 0;
                }
            }
        }
        return count;
    }
}
