package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.component.Component;
import basalt.component.VariableColumn;
import basalt.component.layout.ComponentAreas;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Rows.FreeRows;

/**
 * Closes the holes between entities. The last entities in the blocks of an allocator move to its lowest free rows,
 * until all are dense; so few entities move, and each moves once. Blocks that are empty then become spare ones.
 *
 * <p>Reserved rows stay where they are. What is left to do follows from the rows alone, so that a compaction can go on
 * after any change of the world. It goes on in small steps, so that a caller can look at a clock in between. For the
 * store's thread.
 *
 * <pre>
 *   blocks        0  1  2  3  4  5        an allocator is visited when "next" meets its last block; from there on
 *   allocator     a  b  a  a  b  spare    "previous" leads downwards through its blocks
 *   previous     -1 -1  0  2  1
 *   last          a: 3, b: 4
 * </pre>
 */
public final class Compactor {
    private static final VariableColumn[] NONE = {};

    private final Rows rows;
    private final Blocks blocks;
    private long moved;
    private int freed;

    private int count;

    /** For each block, the one before it in the same list; -1 if it is the first. */
    private int[] previous = {};

    /** The only list that is compacted; null for all. */
    private FreeBlocks only;

    /** The first block that is not known to belong to a compact list. */
    private int next;

    /** Spare blocks before this one are as small as there is memory for. */
    private int nextSpare;

    /** The list that is compacted, and how far its holes and its entities were read. */
    private FreeBlocks owner;

    private final FreeRows holes;
    private int lastBlock;
    private int lastWord;
    private long last;

    /** How far lists were moved: the component and its rows to look at next; and how often all were. */
    private int listId;

    private int listBlock;
    private int listWord;
    private int passes;

    Compactor(Rows rows) {
        this.rows = rows;
        this.blocks = rows.blocks();
        this.holes = new FreeRows(blocks);
    }

    public long moved() {
        return moved;
    }

    public int freed() {
        return freed;
    }

    /**
     * Begins a compaction, and to count {@link #moved} and {@link #freed}. Rows that were claimed for single spawns are
     * free again. O(blocks).
     *
     * @param allocator the allocator whose blocks are compacted; null for those of all
     */
    public void begin(RowAllocator allocator) {
        if (allocator == null) {
            rows.releaseClaimed();
            beginOf(null);
            rows.references().elements().pages().beginCompaction();
        } else {
            allocator.releaseClaimed();
            beginOf(allocator.ownBlocks());
        }
    }

    private void beginOf(FreeBlocks list) {
        moved = 0;
        freed = 0;
        passes = 0;
        only = list;
        owner = list;
        rows.settle();
        findBlocks();
        next = list == null ? 0 : count;
        nextSpare = 0;
    }

    /** Finds the blocks of each list but that of the spare ones, which have no entities. */
    private void findBlocks() {
        count = blocks.count();
        previous = previous.length < count ? new int[Math.max(count, 2 * previous.length)] : previous;
        if (only != null) {
            only.last = -1; // it may have no blocks
        }
        for (int block = 0; block < count; block++) {
            blocks.freeBlocks(block).last = -1;
        }
        for (int block = 0; block < count; block++) {
            FreeBlocks list = blocks.freeBlocks(block);
            previous[block] = list.last;
            list.last = list == rows.spareBlocks() ? -1 : block;
        }
    }

    /**
     * Makes a step, after {@link #begin}: moves some entities of one allocator, or gives back one empty block, or finds
     * that an allocator is compact, or shrinks a spare block.
     */
    public boolean step(int most) {
        for (; owner == null && next < count; next++) {
            FreeBlocks list = blocks.freeBlocks(next);
            owner = list.last == next ? list : null;
        }
        if (owner == null) {
            return only == null && shrinkSpare();
        }
        if (!giveBackLast() && !closeHoles(most)) {
            owner = null;
        }
        return true;
    }

    /** Whether there is something to do for {@link #compactElements}. */
    public boolean hasSparseElements() {
        ElementPages pages = rows.references().elements().pages();
        return passes < 2 && pages.isSparse() || pages.hasFreeRegion();
    }

    /**
     * Makes a step, after {@link #begin}: moves at most so many lists to lower pages, of at most 16 times as many rows,
     * or 64. Gives back a region of free pages if no more lists move, or if this is the only step. Takes no memory.
     */
    public void compactElements(int most, boolean isOnly) {
        Elements elements = rows.references().elements();
        int words = Math.max(1, most >>> 2);
        int left = most;
        while (words > 0 && left > 0 && passes < 2 && elements.pages().isSparse()) { // a pass may begin in the middle
            left -= compactWord(elements, left);
            words--;
        }
        if (isOnly || passes > 1 || !elements.pages().isSparse()) {
            elements.pages().giveBack();
        }
    }

    /** Moves lists of the next word of rows. Stays at this word if that were as many as may be moved. */
    private int compactWord(Elements elements, int most) {
        Component<?> component = rows.pools().component(listId);
        VariableColumn[] lists =
                component == null ? NONE : ColumnSet.of(component).lists();
        int found = 0;
        boolean hasLists =
                lists.length > 0 && listBlock < blocks.count() && Blocks.isPopulated(blocks.base(listBlock), listId);
        if (hasLists) {
            long base = blocks.base(listBlock);
            for (long rest = Pools.presentWord(base, listWord, listId); rest != 0; rest &= rest - 1) {
                long row = (listWord << 6) + Long.numberOfTrailingZeros(rest);
                for (int i = 0; i < lists.length && found < most; i++) {
                    found += elements.compact(base + lists[i].offset() + (row << 3)) ? 1 : 0;
                }
            }
            for (int i = 0; found > 0 && i < rows.followers().size(); i++) {
                rows.followers().get(i).listsMoved(listId, listBlock, listWord);
            }
            if (found == most) {
                return found;
            }
        }
        listWord = hasLists ? listWord + 1 & WORDS - 1 : 0;
        listBlock += listWord == 0 ? 1 : 0;
        if (listBlock >= blocks.count() || lists.length == 0) {
            listBlock = 0;
            listWord = 0;
            listId++;
        }
        if (listId >= ComponentAreas.process().count()) {
            listId = 0;
            passes++;
        }
        return found;
    }

    /**
     * Makes a step in the blocks of one list. Returns how many entities were moved; 1 if an empty block was given back,
     * and 0 if there is nothing to do.
     */
    int closeHoles(FreeBlocks list, int most) {
        beginOf(list);
        return giveBackLast() || closeHoles(most) ? Math.max(1, (int) moved) : 0;
    }

    /** Gives back the last block of the list if it is empty; passes over blocks of claimed and reserved rows only. */
    private boolean giveBackLast() {
        for (int block = owner.last; block >= 0 && !hasEntities(block); block = owner.last) {
            owner.last = previous[block];
            if (rows.giveBack(block)) {
                freed++;
                return true;
            }
        }
        return false;
    }

    /** Shrinks a spare block that has no small memory, because there was none at that time. */
    private boolean shrinkSpare() {
        FreeBlocks spare = rows.spareBlocks();
        for (int block = spare.next(nextSpare); block >= 0; block = spare.next(nextSpare)) {
            nextSpare = block + 1; // whether or not there is memory
            if (!BlockPool.size(blocks.base(block)).equals(BlockSize.EMPTY)) {
                rows.pools().shrink(blocks.base(block));
                return true;
            }
        }
        return false;
    }

    private boolean closeHoles(int most) {
        int found = owner.last < 0 ? 0 : find(Math.min(most, RowMoves.MOST));
        if (found > 0) {
            rows.moves().run();
            moved += found;
        }
        return found > 0;
    }

    /** Gives the moves the last entities and the lowest holes, both in ascending order; returns how many. */
    private int find(int most) {
        int[] sources = rows.moves().sources();
        int[] targets = rows.moves().targets();
        int found = 0;
        holes.begin(owner);
        lastBlock = owner.last;
        lastWord = WORDS;
        last = 0;
        while (found < most && holes.hasNext() && findLast()) {
            int entity = lastBlock << ROW_BITS | lastWord << 6 | 63 - Long.numberOfLeadingZeros(last);
            if (holes.row() > entity) {
                break;
            }
            targets[found] = holes.take();
            sources[found++] = entity;
            last &= ~(1L << entity);
        }
        reverse(sources, found);
        rows.moves().given(found);
        return found;
    }

    private static void reverse(int[] values, int count) {
        for (int i = 0, j = count - 1; i < j; i++, j--) {
            int value = values[i];
            values[i] = values[j];
            values[j] = value;
        }
    }

    private boolean findLast() {
        while (last == 0) {
            if (lastWord == 0) {
                lastBlock = previous[lastBlock];
                lastWord = WORDS;
            }
            while (lastBlock >= 0 && !hasEntities(lastBlock)) {
                lastBlock = previous[lastBlock];
            }
            if (lastBlock < 0) {
                return false;
            }
            last = Pools.presentWord(blocks.base(lastBlock), --lastWord, ALIVE_ID);
        }
        return true;
    }

    private boolean hasEntities(int block) {
        return Blocks.isPopulated(blocks.base(block), ALIVE_ID);
    }

    /** Counts the entities that the compaction has not moved yet, if nothing else changes. O(rows / 64). */
    public long countLeft() {
        long left = 0;
        if (only != null) {
            left = countLeft(only);
        }
        for (int block = 0; only == null && block < count; block++) {
            FreeBlocks list = blocks.freeBlocks(block);
            left += list.last == block ? countLeft(list) : 0;
        }
        return left;
    }

    private long countLeft(FreeBlocks list) {
        long free = rows.freeRows(list, Integer.MAX_VALUE);
        long left = 0;
        for (int block = list.last; block >= 0 && free > 0; block = previous[block]) {
            long base = blocks.base(block);
            for (int word = WORDS - 1; word >= 0 && free > 0; word--) {
                long alive = Pools.presentWord(base, word, ALIVE_ID);
                long usable = alive | RowBits.word(base + FREE_SUMMARY, base + FREE, word);
                int lower = (int) Math.max(0, Long.bitCount(usable) - free);
                long upper = usable & ~Entities.lowestBits(usable, lower);
                left += Long.bitCount(upper & alive);
                free -= Long.bitCount(upper);
            }
        }
        return left;
    }
}
