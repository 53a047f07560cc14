package basalt.storage;

import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import org.agrona.collections.LongArrayList;

/** Adds the blocks that are needed for many spawns at once, all or none. */
final class RowReservation {
    private final Blocks blocks;
    private final Pools pools;
    private final Entities entities;
    private final FreeBlocks spareBlocks;

    RowReservation(Blocks blocks, Pools pools, Entities entities, FreeBlocks spareBlocks) {
        this.blocks = blocks;
        this.pools = pools;
        this.entities = entities;
        this.spareBlocks = spareBlocks;
    }

    /**
     * Adds the blocks that are needed for a number of spawns: spare ones, then new ones. If there is not enough memory,
     * no entity and no row in use has changed.
     */
    void reserve(FreeBlocks freeBlocks, int rows) {
        long missing = rows - freeRows(freeBlocks, rows);
        if (missing > 0) {
            add(freeBlocks, (int) (missing + ROWS - 1 >>> ROW_BITS), rows);
        }
    }

    private void add(FreeBlocks freeBlocks, int needed, int rows) {
        int spare = prepareSpare(freeBlocks, needed);
        requireRoom(needed - spare, rows);
        LongArrayList taken = new LongArrayList();
        try {
            while (taken.size() < needed - spare) {
                taken.addLong(blocks.take(freeBlocks.size()));
            }
        } catch (RuntimeException e) {
            taken.forEachOrderedLong(blocks::release);
            throw e;
        }
        taken.forEachOrderedLong(base -> entities.add(freeBlocks, base));
        for (int i = 0; i < spare; i++) {
            blocks.give(spareBlocks.lowest(), freeBlocks);
        }
    }

    private void requireRoom(int added, int rows) {
        if (added > Blocks.MAX_BLOCKS - blocks.count()) {
            throw new IllegalStateException("a world holds at most " + ((long) Blocks.MAX_BLOCKS << ROW_BITS)
                    + " rows, which is not enough for more entities: count=" + rows + "; use a second world");
        }
    }

    /** Makes spare blocks as large as those of an allocator; returns how many can be used. */
    private int prepareSpare(FreeBlocks freeBlocks, int most) {
        int ready = 0;
        for (int block = spareBlocks.next(0); block >= 0 && ready < most; block = spareBlocks.next(block + 1)) {
            pools.enlarge(blocks.base(block), freeBlocks.size());
            ready++;
        }
        return ready;
    }

    /** The number of free rows of an allocator; counting stops at a limit. */
    private long freeRows(FreeBlocks freeBlocks, int limit) {
        long rows = 0;
        for (int block = freeBlocks.next(0); block >= 0 && rows < limit; block = freeBlocks.next(block + 1)) {
            long base = blocks.base(block);
            long summary = base + FREE_SUMMARY;
            for (int word = RowBits.nextAny(summary, 0);
                    word < WORDS && rows < limit;
                    word = RowBits.nextAny(summary, word + 1)) {
                rows += Long.bitCount(RowBits.word(summary, base + FREE, word));
            }
        }
        return rows;
    }
}
