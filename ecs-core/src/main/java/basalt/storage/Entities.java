package basalt.storage;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.FREE;
import static basalt.component.BlockLayout.FREE_SUMMARY;
import static basalt.component.BlockLayout.GENERATIONS;
import static basalt.component.BlockLayout.ROWS;
import static basalt.component.BlockLayout.ROW_BITS;
import static basalt.component.BlockLayout.ROW_MASK;
import static basalt.component.BlockLayout.WORDS;

import basalt.check.Strict;
import basalt.component.DeadEntityException;
import basalt.component.Entity;
import java.util.Arrays;

/**
 * The entity pool: which rows are alive, their generations, and the free ones.
 *
 * <p>A row's generation is odd while an entity lives in it and even while none does, and counts up at each spawn and
 * death. A handle carries the odd generation of its spawn, so it matches nothing afterwards. The last generation, 2^32
 * - 1, is odd; a row that dies with it would start over at 0 and is retired instead: it is never free again.
 *
 * <p>SAFETY: a base comes from {@link Blocks} for a block number below its count, a row is masked by ROW_MASK.
 */
public final class Entities {
    private final Blocks blocks;
    private final Pools pools;
    private FreeBlocks[] owners = new FreeBlocks[4];
    private long spawns;
    private long deaths;
    private int retiredRows;

    /** The generation of rows in which no entity ever lived: 0, but for the second world of a thread in strict mode. */
    private final int firstGeneration;

    /** The numbers of the worlds that the owner's thread has open. */
    private final int[] openNumbers = Strict.ON ? GenerationRanges.open() : null;

    Entities(Blocks blocks, Pools pools, int firstGeneration) {
        this.blocks = blocks;
        this.pools = pools;
        this.firstGeneration = firstGeneration;
    }

    /**
     * How many entities are alive.
     *
     * @return entities
     */
    public int count() {
        return (int) (spawns - deaths);
    }

    /**
     * How many rows will never be used again because their generations ran out.
     *
     * @return rows
     */
    public int retiredRows() {
        return retiredRows;
    }

    /**
     * Whether a handle's entity is alive.
     *
     * @param entity a handle, or any long
     * @return true if it is
     */
    public boolean isAlive(long entity) {
        return tryLocate(entity) != 0;
    }

    /**
     * The block of a living entity.
     *
     * @param entity a handle
     * @return the block's address
     * @throws DeadEntityException if it is not alive
     */
    public long require(long entity) {
        long base = tryLocate(entity);
        if (base == 0) {
            throw dead(entity);
        }
        return base;
    }

    /**
     * The block of an entity, if it is alive.
     *
     * @param entity a handle, or any long
     * @return the block's address; 0 if the entity is not alive
     */
    public long tryLocate(long entity) {
        long base = blocks.baseOrZero(Entity.index(entity) >>> ROW_BITS);
        int generation = Entity.generation(entity);
        return base != 0 && (generation & 1) != 0 && generation == generation(base, (int) entity & ROW_MASK) ? base : 0;
    }

    /** The block of a handle whose row is alive or claimed. */
    long base(long entity) {
        return blocks.base(Entity.index(entity) >>> ROW_BITS);
    }

    /** The handle that the next entity of a claimed row will have. */
    static long nextHandle(long base, int row) {
        return Entity.of(Blocks.index(base) << ROW_BITS | row, generation(base, row) + 1);
    }

    /**
     * The handle of the entity in a row.
     *
     * @param base the block's address
     * @param row row in the block, alive
     * @return the handle
     */
    public static long handle(long base, int row) {
        return Entity.of(Blocks.index(base) << ROW_BITS | row, generation(base, row));
    }

    /**
     * Claims the lowest free rows of an allocator, all that share a word. They are neither free nor alive until {@link
     * #activate}.
     *
     * @param freeBlocks the blocks to take rows of
     * @param claimed set to the rows: 1 to 64 of them
     * @throws basalt.memory.NativeMemoryException if another block is needed and cannot be had; nothing has changed
     *     then
     */
    void claim(FreeBlocks freeBlocks, RowMask claimed) {
        if (freeBlocks.lowest() < 0) {
            grow(freeBlocks);
        }
        if (claimed.rows != 0) {
            return; // by what the memory source has called
        }
        int block = freeBlocks.lowest();
        long base = blocks.base(block);
        long summary = base + FREE_SUMMARY;
        int word = RowBits.nextAny(summary, 0);
        long rows = RowBits.word(summary, base + FREE, word);
        RowBits.clearAll(summary, base + FREE, word, rows);
        if (RowBits.isEmpty(summary)) {
            freeBlocks.remove(block);
        }
        claimed.base = base;
        claimed.word = word;
        claimed.rows = rows;
    }

    /** Makes claimed rows alive, without components. */
    void activate(long base, int word, long rows) {
        pools.insert(base, word, rows, ALIVE_ID); // first, because the heap may be full
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            setGeneration(base, row, generation(base, row) + 1);
        }
        spawns += Long.bitCount(rows);
    }

    /**
     * Destroys entities: clears all their presence, ends their handles, and frees their rows.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void destroy(long base, int word, long rows) {
        pools.countDeath(); // first, as any change of structure
        deaths += Long.bitCount(rows);
        eraseComponents(base, word, rows, 0);
        for (int ids = 1; ids < blocks.populatedWords(); ids++) {
            eraseComponents(base, word, rows, ids);
        }
        long reusable = rows;
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            if (advance(base, row, 1)) {
                reusable &= ~(1L << row);
            }
        }
        free(base, word, reusable);
    }

    /**
     * Makes a claimed row free whose next handle was given out, though no entity will have it: that handle is left out.
     */
    void skip(long entity) {
        long base = base(entity);
        int row = (int) entity & ROW_MASK;
        if (!advance(base, row, 2)) {
            free(base, row >>> 6, 1L << row);
        }
    }

    /**
     * Counts up the generation of a row where no entity lives from then on; true if it has run out, and the row is
     * retired.
     */
    private boolean advance(long base, int row, int by) {
        int next = generation(base, row) + by;
        setGeneration(base, row, next);
        if (next == 0) {
            retiredRows++;
        }
        return next == 0;
    }

    /** Makes rows free, be they claimed or of the dead. */
    void free(long base, int word, long rows) {
        if (rows == 0) {
            return; // all of the dead were retired
        }
        boolean wasFull = RowBits.isEmpty(base + FREE_SUMMARY);
        RowBits.setAll(base + FREE_SUMMARY, base + FREE, word, rows);
        if (wasFull) {
            int block = Blocks.index(base);
            owners[block].add(block);
        }
    }

    /** Erases those of 64 components, the {@code ids}-th, that the block has. */
    private void eraseComponents(long base, int word, long rows, int ids) {
        for (long rest = Blocks.populated(base, ids); rest != 0; rest &= rest - 1) {
            pools.erase(base, word, rows, (ids << 6) + Long.numberOfTrailingZeros(rest));
        }
    }

    private void grow(FreeBlocks freeBlocks) {
        add(freeBlocks, blocks.take());
    }

    /** Makes a block of memory that was taken. If the heap is full, nothing has changed. */
    private void add(FreeBlocks freeBlocks, long base) {
        int block = blocks.count();
        try {
            if (block >= owners.length) {
                owners = Arrays.copyOf(owners, 2 * owners.length);
            }
            freeBlocks.cover(block);
            blocks.add(base);
        } catch (Throwable e) {
            blocks.giveBack(base);
            throw e;
        }
        if (firstGeneration != 0) {
            for (int row = 0; row < ROWS; row++) {
                setGeneration(base, row, firstGeneration);
            }
        }
        owners[block] = freeBlocks;
        freeBlocks.add(block);
    }

    /**
     * Takes the blocks that so many spawns will need at once; if one cannot be had, nothing has changed.
     *
     * @throws IllegalStateException if the world can never have so many rows
     */
    void reserve(FreeBlocks freeBlocks, int rows) {
        long missing = rows - freeRows(freeBlocks, rows);
        long needed = missing + ROWS - 1 >>> ROW_BITS;
        if (missing <= 0) {
            return;
        }
        if (needed > Blocks.MAX_BLOCKS - blocks.count()) {
            throw new IllegalStateException("a world holds at most " + ((long) Blocks.MAX_BLOCKS << ROW_BITS)
                    + " rows, too few for so many entities more: count=" + rows + "; use a second world");
        }
        long[] taken = new long[(int) needed];
        int count = 0;
        try {
            while (count < needed) {
                taken[count] = blocks.take();
                count++;
            }
        } catch (Throwable e) {
            while (count > 0) {
                blocks.giveBack(taken[--count]);
            }
            throw e;
        }
        int added = 0;
        try {
            while (added < count) {
                add(freeBlocks, taken[added]);
                added++;
            }
        } catch (Throwable e) { // the heap is full; that block was given back
            while (count > added + 1) {
                blocks.giveBack(taken[--count]);
            }
            throw e;
        }
    }

    /** Free rows of an allocator, or somewhat more than a limit if there are so many. */
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

    private DeadEntityException dead(long entity) {
        long base = blocks.baseOrZero(Entity.index(entity) >>> ROW_BITS);
        int current = base != 0 ? generation(base, (int) entity & ROW_MASK) : firstGeneration;
        return new DeadEntityException(entity, current == firstGeneration ? 0 : current, isForeign(entity));
    }

    private boolean isForeign(long entity) {
        return Strict.ON && GenerationRanges.isOfAnother(openNumbers, Entity.generation(entity), firstGeneration);
    }

    /**
     * Strict mode: throws if a handle is one of another world that the owner's thread has open. For commands, on any
     * thread.
     *
     * @param entity a handle, dead or alive, reserved, or any long
     * @throws DeadEntityException if it is so
     */
    public void checkNotForeign(long entity) {
        if (isForeign(entity)) {
            throw dead(entity);
        }
    }

    static long lowestBits(long bits, int limit) {
        if (limit >= Long.bitCount(bits)) {
            return bits;
        }
        long rest = bits;
        for (int i = 0; i < limit; i++) {
            rest &= rest - 1;
        }
        return bits & ~rest;
    }

    private static int generation(long base, int row) {
        assert row >= 0 && row < ROWS : row;
        return ColumnMemory.getInt(base, row, GENERATIONS);
    }

    private static void setGeneration(long base, int row, int generation) {
        ColumnMemory.putInt(base, row, GENERATIONS, generation);
    }
}
