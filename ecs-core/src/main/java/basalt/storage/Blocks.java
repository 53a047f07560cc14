package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_INDEX;
import static basalt.component.layout.BlockLayout.DEFINED;
import static basalt.component.layout.BlockLayout.DISABLED;
import static basalt.component.layout.BlockLayout.DISABLED_ID;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.HAS_DISABLED;
import static basalt.component.layout.BlockLayout.NO_ROWS;
import static basalt.component.layout.BlockLayout.POPULATED;
import static basalt.component.layout.BlockLayout.PRESENT_SUMMARY;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.wordOffset;

import basalt.component.layout.BlockLayout;
import basalt.component.layout.ById;
import basalt.component.layout.ComponentAreas;
import basalt.internal.Strict;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool.BlockSize;
import basalt.storage.OwnerState.OwnerKey;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.agrona.UnsafeApi;
import org.agrona.collections.LongArrayList;

/**
 * The blocks of one world, and the top level of presence: for each component, which blocks have a row with it.
 *
 * <p>This relation is stored in both directions: {@code blocksWith} (component to blocks, on the heap, read by queries)
 * and the block's populated mask (block to components, in the block, read when an entity is destroyed).
 *
 * <p>A block keeps its number, but not its address: it {@linkplain #move moves} to other memory when a component first
 * appears in it for which its memory has no room. {@link Pools#makeRoom} moves blocks, before a change and on the
 * owner's thread. So an address is read again after a call that may add a component, or that may call users' code. The
 * old memory is retained while an iteration runs, because users may have addresses in it.
 */
public final class Blocks {
    public static final int MAX_BLOCKS = (1 << (31 - ROW_BITS)) - 1;

    /**
     * For the library's own tests ({@code -Dbasalt.test.moving=true}): a block has no room for a component that none of
     * its rows has had, so that it moves when the component first appears.
     */
    static boolean movesOften = Boolean.getBoolean("basalt.test.moving");

    /** Strict mode fills memory with this value when its block has moved out of it. */
    private static final byte MOVED = (byte) 0xDB;

    private static final long[] NONE = {};

    private final BlockPool pool;
    private final ById<long[]> blocksWith = new ById<>(NONE);
    private long[] addresses = new long[4];

    /** The addresses of the blocks whose rows have their own entity indices; 0 for other blocks, see Permutation. */
    private long[] unmoved = new long[4];

    private FreeBlocks[] freeBlocksOf = new FreeBlocks[4];

    private int count;
    private int populatedWords;

    private long reservedBytes;

    private final LongArrayList movedFrom = new LongArrayList();

    private boolean retainsMoved;

    private Thread owner = Thread.currentThread();
    private boolean isLent;

    Blocks(BlockPool pool) {
        this.pool = pool;
    }

    public int count() {
        return count;
    }

    /** Makes the calling thread the owner. */
    void takeOver() {
        owner = Thread.currentThread();
    }

    /** The addresses of all blocks, until there are more. */
    public long[] addresses() {
        return addresses;
    }

    public long base(int block) {
        return addresses[block];
    }

    /**
     * The address of a block, if it exists. May be called by any thread while the owner adds blocks: the array is read
     * once, and its elements are published safely. Returns the base address; 0 if there is no such block.
     */
    long baseOrZero(int block) {
        long[] known = addresses;
        return block < known.length ? known[block] : 0;
    }

    /** As {@link #baseOrZero}, but 0 also for a block in which rows may have other entity indices than their own. */
    long unmovedOrZero(int block) {
        long[] known = unmoved;
        return block < known.length ? known[block] : 0;
    }

    /** {@link #unmovedOrZero} is 0 for a block from now on. */
    void hideFromLookup(int block) {
        unmoved[block] = 0;
    }

    /** {@link #unmovedOrZero} is the address of a block from now on. */
    void showToLookup(int block) {
        unmoved[block] = addresses[block];
    }

    /** Which blocks have a row with a component, 64 blocks a word. Words past the end are zero. */
    public long[] blocksWith(int componentId) {
        return blocksWith.get(componentId);
    }

    FreeBlocks freeBlocks(int block) {
        return freeBlocksOf[block];
    }

    public static int index(long base) {
        return UnsafeApi.getInt(null, base + BLOCK_INDEX);
    }

    /** Takes memory for a block, to be used by {@link #add}. */
    long take(BlockSize size) {
        requireRoom();
        return pool.take(size);
    }

    /** Whether a block's memory has room for a component. Each block has room for the library's own tags. */
    public boolean hasRoom(long base, int id) {
        return area(base, id) != NO_ROWS || reaches(base, id) && (!movesOften || id <= DISABLED_ID);
    }

    private static boolean reaches(long base, int id) {
        ComponentAreas areas = ComponentAreas.process();
        return BlockPool.bytesAbove(base) >= areas.bytesAbove(id) && BlockPool.bytesBelow(base) >= areas.bytesBelow(id);
    }

    boolean hasRoom(long base, BlockSize size, int[] ids) {
        if (movesOften) {
            for (int id : ids) {
                if (!hasRoom(base, id)) {
                    return false;
                }
            }
        }
        return BlockPool.bytesBelow(base) >= size.bytesBelow() && BlockPool.bytesAbove(base) >= size.bytesAbove();
    }

    /** The lowest offset of a column that can lie in a block. Returns bytes from the base, 0 or less. */
    public static int lowestColumn(long base) {
        return -BlockPool.bytesBelow(base);
    }

    /**
     * The end of the offsets of columns that can lie in a block. A column with a lower offset lies in it as a whole,
     * because the block's memory ends with a component's area. Returns bytes from the base.
     */
    public static int endOfColumns(long base) {
        return BlockPool.bytesAbove(base);
    }

    /** Takes memory for {@link #move}. */
    long takeFor(long base, BlockSize least, BlockSize more) {
        FreeBlocks ofKind = freeBlocksOf[index(base)];
        long memory = pool.take(least.with(more).with(ofKind.size));
        ofKind.require(BlockPool.size(memory)); // so that its next blocks need not move
        return memory;
    }

    /**
     * Gives a block another address, after its contents were copied there; nothing else changes. The old memory is
     * retained until {@link #releaseMoved}. For the owner's thread, while the columns are not lent.
     */
    void move(long base, long memory) {
        assert Thread.currentThread() == owner && !isLent : "a block moved while workers may access it";
        VarHandle.releaseFence(); // no thread sees the address of a block without its contents
        int block = index(base);
        addresses[block] = memory;
        if (unmoved[block] != 0) {
            unmoved[block] = memory;
        }
        movedFrom.addLong(base);
        reservedBytes += BlockPool.bytes(memory);
    }

    /**
     * Releases the memory that blocks have moved out of, unless it is retained. In strict mode it is filled with a
     * pattern, so that the use of an old address is noticed.
     */
    void releaseMoved() {
        if (retainsMoved) {
            if (Strict.ON) {
                BlockContents.fill(movedFrom.getLong(movedFrom.size() - 1), MOVED);
            }
            return;
        }
        while (!movedFrom.isEmpty()) {
            long base = movedFrom.removeAt(movedFrom.size() - 1);
            reservedBytes -= BlockPool.bytes(base);
            pool.free(base); // not kept: few blocks will need this size
        }
    }

    /**
     * Sets whether memory is retained that blocks move out of, because an iteration runs. When this is switched off,
     * the memory is released.
     */
    public void retainMoved(boolean on) {
        retainsMoved = on;
        if (!on && !movedFrom.isEmpty()) {
            releaseMoved();
        }
    }

    /** Sets whether workers may access the columns: then no block moves. */
    public void lent(boolean on) {
        isLent = on;
    }

    MemorySource source() {
        return pool.source();
    }

    /** Bytes of the memory of all blocks, and of the memory that they have moved out of and that is retained. */
    long reservedBytes() {
        return reservedBytes;
    }

    /** Releases memory from {@link #take} that is not used. */
    void release(long base) {
        pool.release(base);
    }

    private void cover(int blocks) {
        if (blocks > addresses.length) {
            int length = Math.max(blocks, 2 * addresses.length);
            freeBlocksOf = Arrays.copyOf(freeBlocksOf, length);
            long[] longer = Arrays.copyOf(addresses, length);
            long[] longerUnmoved = Arrays.copyOf(unmoved, length);
            VarHandle.releaseFence(); // other threads that look up a handle see all elements
            addresses = longer;
            unmoved = longerUnmoved;
        }
    }

    /** Adds an empty block in memory from {@link #take}; its number is the old {@link #count()}. */
    int add(long base, FreeBlocks freeBlocks) {
        requireRoom();
        cover(count + 1);
        // SAFETY: the header lies at the start of the block, and GENERATIONS at its end.
        UnsafeApi.setMemory(base + GENERATIONS, BlockLayout.HEADER_BYTES - GENERATIONS, (byte) 0);
        UnsafeApi.putInt(null, base + BLOCK_INDEX, count);
        RowBits.fill(base + BlockLayout.FREE_SUMMARY, base + BlockLayout.FREE);
        VarHandle.releaseFence(); // no thread sees the address of a block without its header
        addresses[count] = base;
        unmoved[count] = base;
        freeBlocksOf[count] = freeBlocks;
        freeBlocks.add(count);
        reservedBytes += BlockPool.bytes(base);
        return count++;
    }

    void give(int block, FreeBlocks freeBlocks) {
        boolean hasFree = !RowBits.isEmpty(addresses[block] + BlockLayout.FREE_SUMMARY);
        freeBlocksOf[block].remove(block);
        freeBlocksOf[block] = freeBlocks;
        if (hasFree) {
            freeBlocks.add(block);
        }
    }

    /** Removes the last block: it is as if it had never been added. The rows of other blocks stay. */
    void removeLast() {
        long base = addresses[--count];
        addresses[count] = 0;
        unmoved[count] = 0;
        freeBlocksOf[count].remove(count);
        freeBlocksOf[count] = null;
        for (int ids = 0; ids < populatedWords; ids++) {
            for (long rest = populated(base, ids); rest != 0; rest &= rest - 1) {
                depopulate(base, (ids << 6) + Long.numberOfTrailingZeros(rest));
            }
        }
        reservedBytes -= BlockPool.bytes(base);
        pool.release(base);
    }

    private void requireRoom() {
        if (count == MAX_BLOCKS) {
            throw new IllegalStateException(
                    "a world holds at most " + ((long) MAX_BLOCKS << ROW_BITS) + " rows; use a second world");
        }
    }

    public static boolean isPopulated(long base, int componentId) {
        return (UnsafeApi.getLong(null, base + POPULATED + (componentId >>> 6 << 3)) >>> componentId & 1) != 0;
    }

    /** Which of 64 components have an area in a block that is defined: the table of offsets refers to it. */
    static long defined(long base, int word) {
        return UnsafeApi.getLong(null, base + DEFINED + ((long) word << 3));
    }

    /**
     * The offset of a component's present words in a block. Returns bytes from the base; {@code NO_ROWS} if no row has
     * had the component.
     */
    public static int area(long base, int componentId) {
        return UnsafeApi.getInt(null, base + wordOffset(componentId));
    }

    static int define(long base, int componentId) {
        int area = ComponentAreas.process().present(componentId);
        assert -area - PRESENT_SUMMARY <= BlockPool.bytesBelow(base) && area < BlockPool.bytesAbove(base) : componentId;
        // SAFETY: the block has room for the area, which starts with the summaries and the present words.
        UnsafeApi.setMemory(base + area + PRESENT_SUMMARY, DISABLED - PRESENT_SUMMARY, (byte) 0);
        long mask = base + DEFINED + (componentId >>> 6 << 3);
        UnsafeApi.putLong(null, mask, UnsafeApi.getLong(null, mask) | 1L << componentId);
        UnsafeApi.putInt(null, base + wordOffset(componentId), area);
        return area;
    }

    /** The number of words of a populated mask that can have a set bit. */
    public int populatedWords() {
        return populatedWords;
    }

    public static boolean hasDisabled(long base) {
        return UnsafeApi.getInt(null, base + HAS_DISABLED) != 0;
    }

    static void setHasDisabled(long base) {
        UnsafeApi.putInt(null, base + HAS_DISABLED, 1);
    }

    public static long populated(long base, int word) {
        return UnsafeApi.getLong(null, base + POPULATED + ((long) word << 3));
    }

    void populate(long base, int componentId) {
        long address = base + POPULATED + (componentId >>> 6 << 3);
        int block = index(base);
        long[] blocks = blocksWith.get(componentId);
        if (block >>> 6 >= blocks.length) {
            blocks = Arrays.copyOf(blocks, (addresses.length + 63) >>> 6);
            blocksWith.set(componentId, blocks);
        }
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) | 1L << componentId);
        populatedWords = Math.max(populatedWords, (componentId >>> 6) + 1);
        blocks[block >>> 6] |= 1L << block;
    }

    void depopulate(long base, int componentId) {
        long address = base + POPULATED + (componentId >>> 6 << 3);
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) & ~(1L << componentId));
        int block = index(base);
        blocksWith.get(componentId)[block >>> 6] &= ~(1L << block);
    }

    void close() {
        retainMoved(false);
        while (count > 0) {
            long base = addresses[--count];
            addresses[count] = 0;
            unmoved[count] = 0;
            reservedBytes -= BlockPool.bytes(base);
            pool.release(base);
        }
    }

    /**
     * The blocks of one row allocator that have a free row.
     *
     * <p>Rows are always taken from the lowest block that has a free row, and freed rows return to their block. So
     * entities stay dense in the low blocks, without being moved.
     */
    static final class FreeBlocks {
        /** The number of the list of the blocks that belong to no allocator. */
        static final int SPARE = -1;

        private long[] blocksWithFreeRow = new long[1];
        private int firstWord;
        /** The size of the allocator's next block. */
        BlockSize size = BlockSize.EMPTY;
        /**
         * The last block of the allocator that a compaction has found and that has not become a spare one; -1 if none.
         */
        int last = -1;

        /** How far the arrangement with these blocks is. */
        long progress;

        /** The number of this list in its world, which snapshots refer to. */
        final int number;
        /** The key of the allocator in saved worlds; null if it has none. */
        final OwnerKey key;

        /** An empty list of several allocators, or of one that cannot be used any more. */
        FreeBlocks(int number) {
            this(number, null);
        }

        FreeBlocks(int number, OwnerKey key) {
            this.number = number;
            this.key = key;
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

        /** Adds a block that has a free row again, or is new. */
        void add(int block) {
            int word = block >>> 6;
            if (word >= blocksWithFreeRow.length) {
                blocksWithFreeRow = Arrays.copyOf(blocksWithFreeRow, Math.max(word + 1, 2 * blocksWithFreeRow.length));
            }
            blocksWithFreeRow[word] |= 1L << block;
            firstWord = Math.min(firstWord, word);
        }

        void remove(int block) {
            if (block >>> 6 < blocksWithFreeRow.length) {
                blocksWithFreeRow[block >>> 6] &= ~(1L << block);
            }
        }
    }
}
