package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks.FreeBlocks;
import basalt.storage.Rows.FreeRows;
import org.agrona.collections.IntArrayList;

/**
 * The rows of an arrangement: blocks in which nothing is spawned, and to which the entities of a query are moved. Its
 * rows are numbered from 0, in the order of its blocks. For the store's thread, while nothing iterates.
 */
public final class ArrangedRows {
    private final Rows rows;
    private final Blocks blocks;
    private final FreeBlocks own;
    private final RowAllocator others;
    private final Compactor compactor;
    private final RowVisitor giveSource;

    private final IntArrayList ownBlocks = new IntArrayList();

    private int given;

    /** The blocks before these have no more rows that are to leave the arrangement, and to come to it, in this run. */
    private int firstOwn;

    private int firstOther;

    private int last;

    private final FreeRows free;

    public ArrangedRows(Rows rows, RowAllocator others) {
        this.rows = rows;
        this.blocks = rows.blocks();
        this.own = rows.openArrangement();
        this.others = others;
        this.compactor = rows.compactor();
        this.free = new FreeRows(blocks);
        giveSource = (base, row, index) -> rows.moves().sources()[given++] = Blocks.index(base) << ROW_BITS | row;
    }

    /** Begins a run, after anything may have changed. */
    public void begin() {
        rows.moves();
        rows.settle();
        firstOwn = 0;
        firstOther = 0;
        findOwnBlocks();
    }

    private void findOwnBlocks() {
        ownBlocks.clear();
        for (int block = 0; block < blocks.count(); block++) {
            if (blocks.freeBlocks(block) == own) {
                ownBlocks.addInt(block);
            }
        }
    }

    public static long entities(long base, int word) {
        return Pools.presentWord(base, word, ALIVE_ID);
    }

    public int count(RowWords selected) {
        int count = 0;
        for (int block = 0; block < blocks.count(); block++) {
            long base = blocks.base(block);
            long alive = Pools.presentWords(base, ALIVE_ID) + PRESENT_SUMMARY;
            for (int word = RowBits.nextAny(alive, 0); word < WORDS; word = RowBits.nextAny(alive, word + 1)) {
                count += Long.bitCount(selected.rows(base, word));
            }
        }
        return count;
    }

    /** {@return a number that is kept for the next run; a part of the world's state, 0 at first} */
    public long progress() {
        return own.progress;
    }

    /** Keeps a number for the next run. */
    public void progress(long number) {
        own.progress = number;
    }

    /** {@return the number of the last row with an entity in the arrangement, plus 1; 0 if there is none} */
    public int end() {
        for (int i = ownBlocks.size() - 1; i >= 0; i--) {
            for (int word = WORDS - 1; word >= 0; word--) {
                long alive = entities(blocks.base(ownBlocks.getInt(i)), word);
                if (alive != 0) {
                    return (i << ROW_BITS) + (word << 6) + Long.SIZE - Long.numberOfLeadingZeros(alive);
                }
            }
        }
        return 0;
    }

    /**
     * Gives all blocks to the allocator that gets the entities that leave the arrangement. Those of its blocks without
     * entities become spare ones: the entities of a closed arrangement may have moved to this one.
     */
    public void close() {
        rows.releaseClaimed();
        rows.settle();
        FreeBlocks heir = others.ownBlocks();
        for (int block = 0; block < blocks.count(); block++) {
            if (blocks.freeBlocks(block) == own) {
                blocks.give(block, heir);
                rows.pools().changed(blocks.base(block));
            }
            if (blocks.freeBlocks(block) == heir) {
                rows.giveBack(block);
            }
        }
        rows.closeArrangement(own);
    }

    public int rowCount() {
        return ownBlocks.size() << ROW_BITS;
    }

    private int row(int number) {
        return ownBlocks.getInt(number >>> ROW_BITS) << ROW_BITS | number & ROWS - 1;
    }

    /** Calls a visitor with rows, in ascending order. */
    public int forEach(RowWords selected, boolean isOwn, int most, RowVisitor visitor) {
        return forEach(selected, isOwn, 0, most, visitor);
    }

    private int forEach(RowWords selected, boolean isOwn, int first, int most, RowVisitor visitor) {
        int visited = 0;
        last = first;
        for (int block = first; block < blocks.count() && visited < most; block++) {
            long base = blocks.base(block);
            last = block;
            if (blocks.freeBlocks(block) == own == isOwn && Blocks.isPopulated(base, ALIVE_ID)) {
                visited += forEach(selected, base, most - visited, visitor);
            }
        }
        return visited;
    }

    private int forEach(RowWords selected, long base, int most, RowVisitor visitor) {
        int visited = 0;
        long alive = Pools.presentWords(base, ALIVE_ID) + PRESENT_SUMMARY;
        for (int word = RowBits.nextAny(alive, 0); word < WORDS; word = RowBits.nextAny(alive, word + 1)) {
            for (long rest = selected.rows(base, word); rest != 0; rest &= rest - 1) {
                if (visited == most) {
                    return visited;
                }
                int row = (word << 6) + Long.numberOfTrailingZeros(rest);
                visitor.accept(base, row, Permutation.index(base, row));
                visited++;
            }
        }
        return visited;
    }

    /** Calls a visitor with the entities in some rows of the arrangement, in ascending order. */
    public void forEachIn(int from, int count, RowVisitor visitor) {
        for (int number = from; number < Math.min(from + count, rowCount()); number++) {
            int row = row(number);
            long base = blocks.base(row >>> ROW_BITS);
            if (Pools.has(base, row & ROWS - 1, ALIVE_ID)) {
                visitor.accept(base, row & ROWS - 1, Permutation.index(base, row & ROWS - 1));
            }
        }
    }

    public void requireRows(int count) {
        if (count > rowCount()) {
            rows.reserve(own, (int) (count - rowCount() + rows.freeRows(own, Integer.MAX_VALUE)));
            findOwnBlocks();
        }
    }

    /**
     * Moves entities to rows of the arrangement, in the order of a list. What was there goes to the rows that they
     * leave.
     */
    public int place(long order, int count, int first) {
        int moved = 0;
        given = 0;
        for (int i = 0; i < count; i++) {
            if (given == RowMoves.MOST) {
                moved += move();
            }
            give(ColumnMemory.getInt(order, i, 0), row(first + i));
        }
        return moved + move();
    }

    private void give(int index, int target) {
        int source = Place.rowOfWorld(rows.entities().place(index));
        if (source != target) {
            rows.moves().sources()[given] = source;
            rows.moves().targets()[given++] = target;
        }
    }

    private int move() {
        int moved = given;
        given = 0;
        if (moved > 0) {
            rows.moves().given(moved);
            rows.moves().run();
        }
        return moved;
    }

    /** Moves entities of other rows to the lowest free rows of the arrangement. */
    public int gather(RowWords selected, int most) {
        return transfer(selected, false, own, most);
    }

    /** Moves entities of the arrangement to free rows of entities without template. */
    public int release(RowWords selected, int most) {
        return transfer(selected, true, others.ownBlocks(), most);
    }

    private int transfer(RowWords selected, boolean isOwn, FreeBlocks target, int most) {
        int first = isOwn ? firstOwn : firstOther;
        find(selected, isOwn, first, Math.min(most, RowMoves.MOST));
        if (given == 0) {
            return 0;
        }
        long version = rows.pools().version();
        rows.reserve(target, given);
        if (rows.pools().version() != version) { // blocks have moved
            find(selected, isOwn, first, given);
        }
        findOwnBlocks();
        free.begin(target);
        for (int i = 0; i < given; i++) {
            if (!free.hasNext()) {
                throw new IllegalStateException("an arrangement has fewer free rows than it has reserved");
            }
            rows.moves().targets()[i] = free.take();
        }
        return move();
    }

    private void find(RowWords selected, boolean isOwn, int first, int most) {
        given = 0;
        forEach(selected, isOwn, first, most, giveSource);
        if (isOwn) {
            firstOwn = last;
        } else {
            firstOther = last;
        }
    }

    /**
     * Closes some holes between the entities of the arrangement, without keeping their order, or gives back an empty
     * block. Returns how many were moved, or 1 for a block; 0 if there is neither.
     */
    public int closeHoles(int most) {
        int closed = compactor.closeHoles(own, Math.min(most, RowMoves.MOST));
        findOwnBlocks();
        return closed;
    }

    /** Selects rows, 64 at a time. */
    @FunctionalInterface
    public interface RowWords {
        long rows(long base, int word);
    }

    /** Is called with rows. */
    @FunctionalInterface
    public interface RowVisitor {
        void accept(long base, int row, int index);
    }
}
