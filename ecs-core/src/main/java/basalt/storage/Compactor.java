package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

/**
 * Closes the holes between entities. The last entities in the blocks of an allocator move to its lowest free rows,
 * until all are dense; so few entities move, and each moves once. Blocks that are empty then become spare ones.
 *
 * <p>Claimed and reserved rows stay where they are. What is left to do follows from the rows alone, so that a
 * compaction can go on after any change of the world. For the store's thread.
 */
public final class Compactor {
    private final Rows rows;
    private final Blocks blocks;
    private long moved;
    private int freed;

    /** The first block whose allocator is not known to be compact. */
    private int next;

    /** The allocator that is compacted, and how far its holes and its entities were read. */
    private FreeBlocks owner;

    private int holeBlock;
    private int holeWord;
    private long holes;
    private int lastBlock;
    private int lastWord;
    private long last;

    Compactor(Rows rows) {
        this.rows = rows;
        this.blocks = rows.blocks();
    }

    /** {@return how many entities were moved} */
    public long moved() {
        return moved;
    }

    /** {@return how many blocks became empty} */
    public int freed() {
        return freed;
    }

    /** Begins to count {@link #moved} and {@link #freed}. */
    public void begin() {
        moved = 0;
        freed = 0;
        rows.settle();
        unmark();
    }

    /**
     * Closes some holes, of the first allocator that has any, after {@link #begin}.
     *
     * @param most the greatest number of entities to move, 1 to 4096
     * @return how many were moved; 0 if there are no holes left, and empty blocks are spare
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has moved then
     */
    public int closeHoles(int most) {
        for (; next < blocks.count(); next++) {
            FreeBlocks list = blocks.freeBlocks(next);
            if (!list.isMarked()) {
                int closed = closeHoles(list, most);
                if (closed > 0) {
                    return closed;
                }
                list.mark(true); // its other blocks are done too
            }
        }
        return 0;
    }

    /** Removes the marks of all lists but that of the spare blocks, which have no entities. */
    private void unmark() {
        for (int block = 0; block < blocks.count(); block++) {
            blocks.freeBlocks(block).mark(false);
        }
        rows.spareBlocks().mark(true);
        next = 0;
    }

    /**
     * Closes some holes of one allocator.
     *
     * @param allocator the allocator
     * @param most the greatest number of entities to move, 1 to 4096
     * @return how many were moved; 0 if there are no holes left, and its empty blocks are spare
     * @throws basalt.memory.NativeMemoryException if there is not enough memory; nothing has moved then
     */
    public int closeHoles(RowAllocator allocator, int most) {
        return closeHoles(allocator.ownBlocks(), most);
    }

    /** As {@link #closeHoles(RowAllocator, int)}, of the blocks of a list. */
    int closeHoles(FreeBlocks list, int most) {
        owner = list;
        int count = find(Math.min(most, RowMoves.MOST));
        if (count > 0) {
            rows.moves().run();
            moved += count;
        }
        giveBackEmpty();
        owner = null;
        return count;
    }

    /** Gives the moves the last entities and the lowest holes, both in ascending order; returns how many. */
    private int find(int most) {
        int[] sources = rows.moves().sources();
        int[] targets = rows.moves().targets();
        int count = 0;
        beginFinding();
        while (count < most && findHole() && findLast()) {
            int hole = row(holeBlock, holeWord, Long.numberOfTrailingZeros(holes));
            int entity = row(lastBlock, lastWord, 63 - Long.numberOfLeadingZeros(last));
            if (hole > entity) {
                break;
            }
            targets[count] = hole;
            sources[count++] = entity;
            holes &= holes - 1;
            last &= ~(1L << entity);
        }
        reverse(sources, count);
        rows.moves().given(count);
        return count;
    }

    private static void reverse(int[] values, int count) {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            int value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }

    private static int row(int block, int word, int bit) {
        return block << ROW_BITS | word << 6 | bit;
    }

    private void beginFinding() {
        holeBlock = -1;
        holeWord = WORDS;
        holes = 0;
        lastBlock = blocks.count();
        lastWord = -1;
        last = 0;
    }

    private boolean findHole() {
        while (holes == 0) {
            long base = holeBlock < 0 ? 0 : blocks.base(holeBlock);
            holeWord = holeBlock < 0 ? WORDS : RowBits.nextAny(base + FREE_SUMMARY, holeWord + 1);
            if (holeWord < WORDS) {
                holes = RowBits.word(base + FREE_SUMMARY, base + FREE, holeWord);
                continue;
            }
            holeBlock = owner.next(holeBlock + 1);
            if (holeBlock < 0) {
                return false;
            }
            holeWord = -1;
        }
        return true;
    }

    private boolean findLast() {
        while (last == 0) {
            if (lastWord <= 0) {
                do {
                    lastBlock--;
                } while (lastBlock >= 0 && !hasEntities(lastBlock));
                if (lastBlock < 0) {
                    return false;
                }
                lastWord = WORDS;
            }
            last = Pools.presentWord(blocks.base(lastBlock), --lastWord, ALIVE_ID);
        }
        return true;
    }

    private boolean hasEntities(int block) {
        return blocks.freeBlocks(block) == owner && Blocks.isPopulated(blocks.base(block), ALIVE_ID);
    }

    private void giveBackEmpty() {
        for (int block = owner.next(0); block >= 0; block = owner.next(block + 1)) {
            long base = blocks.base(block);
            if (RowBits.endOfFull(base + FREE_SUMMARY, 0) == WORDS) {
                blocks.give(block, rows.spareBlocks());
                rows.pools().shrink(blocks.base(block));
                rows.pools().changed(blocks.base(block));
                freed++;
            }
        }
    }

    /**
     * Counts the entities that a compaction would still move.
     *
     * @return entities
     */
    public long countLeft() {
        long left = 0;
        unmark();
        for (int block = 0; block < blocks.count(); block++) {
            FreeBlocks list = blocks.freeBlocks(block);
            if (!list.isMarked()) {
                left += countLeft(list);
                list.mark(true);
            }
        }
        unmark();
        return left;
    }

    /**
     * Counts the entities of one allocator that a compaction would still move.
     *
     * @param allocator the allocator
     * @return entities
     */
    public long countLeft(RowAllocator allocator) {
        return countLeft(allocator.ownBlocks());
    }

    /** The free rows among the first ones that the entities will have: as many of these rows as there are entities. */
    private long countLeft(FreeBlocks list) {
        owner = list;
        long entities = 0;
        for (int block = 0; block < blocks.count(); block++) {
            for (int word = 0; hasEntities(block) && word < WORDS; word++) {
                entities += Long.bitCount(Pools.presentWord(blocks.base(block), word, ALIVE_ID));
            }
        }
        long left = 0;
        for (int block = 0; block < blocks.count() && entities > 0; block++) {
            boolean isOwn = blocks.freeBlocks(block) == owner;
            for (int word = 0; isOwn && word < WORDS && entities > 0; word++) {
                long base = blocks.base(block);
                long free = RowBits.word(base + FREE_SUMMARY, base + FREE, word);
                long alive = hasEntities(block) ? Pools.presentWord(base, word, ALIVE_ID) : 0;
                long rows = Entities.lowestBits(free | alive, (int) Math.min(entities, Long.SIZE));
                left += Long.bitCount(rows & free);
                entities -= Long.bitCount(rows);
            }
        }
        owner = null;
        return left;
    }
}
