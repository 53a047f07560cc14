package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.storage.Blocks.FreeBlocks;
import org.agrona.UnsafeApi;

/**
 * The entity pool: alive rows, free rows and generations.
 *
 * <p>A row's generation is odd while the row has an entity, otherwise even, and is incremented by each spawn and
 * destruction. A handle has the odd generation of its spawn, so it matches nothing after the destruction. The last
 * generation, 2^32 - 1, is odd. A row whose entity is destroyed with this generation would start again at 0. It is
 * retired instead: it is never free again.
 *
 * <p>SAFETY: a base comes from {@link Blocks}, for a block number below its count; a row is masked with ROW_MASK.
 */
public final class Entities {
    private final Blocks blocks;
    private final Pools pools;
    private final Permutation permutation;
    private final FreeBlocks spareBlocks;
    private long spawned;
    private long destroyed;
    private int retiredRows;

    /** The generation of rows that were never used: 0, except for further worlds of a thread in strict mode. */
    private int firstGeneration;

    /** The generations that must not be given out again; null until a world goes back to a snapshot. */
    private GivenGenerations given;

    /** The numbers of the worlds that the owner's thread has open. */
    private int[] openNumbers = Strict.ON ? GenerationRanges.open() : null;

    Entities(Blocks blocks, Pools pools, FreeBlocks spareBlocks, int firstGeneration) {
        this.blocks = blocks;
        this.pools = pools;
        this.spareBlocks = spareBlocks;
        this.permutation = new Permutation(blocks);
        this.firstGeneration = firstGeneration;
    }

    public int count() {
        return (int) (spawned - destroyed);
    }

    /** Makes the calling thread the owner. */
    void takeOver() {
        openNumbers = Strict.ON ? GenerationRanges.open() : null;
    }

    /** The number of rows that will never be used again because their generations have run out. */
    public int retiredRows() {
        return retiredRows;
    }

    /** Whether a handle's entity is alive. */
    public boolean isAlive(long entity) {
        return tryLocate(entity) != 0;
    }

    public long require(long entity) {
        long place = tryLocate(entity);
        if (place == 0) {
            throw dead(entity);
        }
        return place;
    }

    /** The place of an alive entity, if it has a component; 0 if it has not. */
    public long requireWith(long entity, int id) {
        long place = require(entity);
        long base = Place.base(place);
        long present = RowBits.get(base + Blocks.area(base, id), Place.word(place));
        return (present & Place.bit(place)) != 0 ? place : 0;
    }

    /** The place of an entity, if it is alive. Returns its {@link Place}; 0 if the entity is not alive. */
    public long tryLocate(long entity) {
        long base = tryUnmoved(entity);
        return base != 0 ? Place.of(base, (int) entity & ROW_MASK) : tryLocateMoved(entity);
    }

    /**
     * The address of an entity's block, if it is alive and in the row of its index. Then the low bits of the handle are
     * the row, which saves the reading of a {@link Place}. Returns the block's address; 0 if the entity is not alive,
     * or has perhaps moved.
     */
    public long tryUnmoved(long entity) {
        long base = blocks.unmovedOrZero(Entity.index(entity) >>> ROW_BITS);
        return base != 0 && isAlive(entity, base, (int) entity & ROW_MASK) ? base : 0;
    }

    /** A separate method, so that the JIT inlines only the usual case. */
    private long tryLocateMoved(long entity) {
        long place = permutation.place(Entity.index(entity));
        return place != 0 && isAlive(entity, Place.base(place), Place.row(place)) ? place : 0;
    }

    private static boolean isAlive(long entity, long base, int row) {
        int generation = Entity.generation(entity);
        return (generation & 1) != 0 && generation == generation(base, row);
    }

    /** The place of the row with an entity index. Returns the {@link Place}; 0 if there is no such row. */
    public long place(int index) {
        return permutation.place(index);
    }

    /** Whether a row may have another entity index than its own. */
    public boolean hasMoved() {
        return permutation.isAny();
    }

    /** Whether rows of a block may have other entity indices than their own. */
    public boolean hasMoved(int block) {
        return permutation.hasMoved(block);
    }

    public int index(int block, int row) {
        return Permutation.index(blocks.base(block), row);
    }

    Permutation permutation() {
        return permutation;
    }

    long baseOf(int block) {
        return blocks.base(block);
    }

    static long nextHandle(long base, int row) {
        return Entity.of(Permutation.index(base, row), generation(base, row) + 1);
    }

    /** The handle of an entity by its {@link Place}. */
    public static long handle(long place) {
        return handle(Place.base(place), Place.row(place));
    }

    public static long handle(long base, int row) {
        return ((long) generation(base, row) << Integer.SIZE) + Permutation.index(base, row);
    }

    /**
     * The entity index of a block's first row, for {@link #handle(long, int, int)}. Returns the index; -1 if rows of
     * the block may have other indices than their own.
     */
    public static int firstIndex(long base) {
        return Permutation.firstIndex(base);
    }

    public static int index(long base, int firstIndex, int row) {
        return firstIndex >= 0 ? firstIndex + row : Permutation.movedIndex(base, row);
    }

    public static long handle(long base, int firstIndex, int row) {
        return ((long) generation(base, row) << Integer.SIZE) + index(base, firstIndex, row);
    }

    /** Claims the lowest free rows of a word. They are neither free nor alive until {@link #activate}. */
    void claim(FreeBlocks freeBlocks, RowMask claimed, int limit) {
        if (freeBlocks.lowest() < 0) {
            grow(freeBlocks);
        }
        int block = freeBlocks.lowest();
        long base = blocks.base(block);
        long summary = base + FREE_SUMMARY;
        int word = RowBits.nextAny(summary, 0);
        long rows = lowestBits(RowBits.word(summary, base + FREE, word), limit);
        RowBits.clearAll(summary, base + FREE, word, rows);
        pools.notePlaceOfChange(base);
        if (RowBits.isEmpty(summary)) {
            freeBlocks.remove(block);
        }
        claimed.block = block;
        claimed.base = base;
        claimed.word = word;
        claimed.rows = rows;
    }

    /** Counts the spawn of the entity of a claimed row, whose bits were set; returns its handle. */
    long activate(long base, int row) {
        int generation = generation(base, row) + 1;
        setGeneration(base, row, generation);
        spawned++;
        pools.changed(base);
        return Entity.of(Permutation.index(base, row), generation);
    }

    /** Makes claimed rows alive, without components. */
    void activate(long base, int word, long rows) {
        pools.insert(base, word, rows, ALIVE_ID);
        for (long rest = rows; rest != 0; rest &= rest - 1) {
            int row = (word << 6) + Long.numberOfTrailingZeros(rest);
            setGeneration(base, row, generation(base, row) + 1);
        }
        spawned += Long.bitCount(rows);
    }

    /** Destroys entities: clears all their presence bits, invalidates their handles, and frees their rows. */
    public void destroy(long base, int word, long rows) {
        pools.removeAll(base, word, rows); // first, like every change of structure
        destroyed += Long.bitCount(rows);
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
     * Destroys one entity, if that is simple: its components neither have references nor are disabled, and its row is
     * neither the first nor the last of its word. Does nothing otherwise.
     */
    public boolean tryDestroy(long base, int row) {
        // SAFETY: the row is below ROWS, so its word is one of the WORDS of FREE, which are always defined.
        long address = base + FREE + ((long) (row >>> 6) << 3);
        long free = UnsafeApi.getLong(null, address);
        long now = free | 1L << row;
        int next = generation(base, row) + 1;
        if (given != null) {
            next = given.next(Permutation.index(base, row), next);
        }
        if (free == 0 || now == -1L || next == 0 || !pools.tryRemoveAll(base, row)) {
            return false;
        }
        UnsafeApi.putLong(null, address, now);
        setGeneration(base, row, next);
        destroyed++;
        return true;
    }

    /** Frees a reserved row whose entity will not be spawned. The reserved handle is skipped and never used. */
    void skip(long entity) {
        long place = place(Entity.index(entity));
        long base = Place.base(place);
        int row = Place.row(place);
        pools.notePlaceOfChange(base);
        if (!advance(base, row, 2)) {
            free(base, row >>> 6, 1L << row);
        }
    }

    /**
     * Advances the generation of a row that has no entity from now on; true if it has run out and the row is retired.
     */
    private boolean advance(long base, int row, int by) {
        int next = generation(base, row) + by;
        if (given != null) {
            next = given.next(Permutation.index(base, row), next);
        }
        setGeneration(base, row, next);
        if (next == 0) {
            retiredRows++;
        }
        return next == 0;
    }

    /** Frees rows that were claimed, or whose entities were destroyed. */
    void free(long base, int word, long rows) {
        if (rows == 0) {
            return; // all were retired
        }
        pools.notePlaceOfChange(base);
        // SAFETY: FREE has WORDS words, of which "any" tells whether they are defined.
        long address = base + FREE + ((long) word << 3);
        long old = RowBits.word(base + FREE_SUMMARY, base + FREE, word);
        if (old == 0 || (old | rows) == -1L) {
            freeFirstOrLast(base, word, rows);
        } else {
            UnsafeApi.putLong(null, address, old | rows);
        }
    }

    private void freeFirstOrLast(long base, int word, long rows) {
        boolean wasFull = RowBits.isEmpty(base + FREE_SUMMARY);
        RowBits.setAll(base + FREE_SUMMARY, base + FREE, word, rows);
        if (wasFull) {
            int block = Blocks.index(base);
            blocks.freeBlocks(block).add(block);
        }
    }

    private void grow(FreeBlocks freeBlocks) {
        int spare = spareBlocks.lowest();
        if (spare >= 0) {
            blocks.give(spare, freeBlocks);
        } else {
            add(freeBlocks, blocks.take(freeBlocks.size));
        }
    }

    void add(FreeBlocks freeBlocks, long base) {
        blocks.add(base, freeBlocks);
        pools.notePlaceOfChange(base);
        if (firstGeneration != 0) {
            for (int row = 0; row < ROWS; row++) {
                setGeneration(base, row, firstGeneration);
            }
        }
        if (given != null) {
            given.initialise(Blocks.index(base), base);
        }
    }

    /** The generations that are not given out again, of a world that goes back to snapshots. */
    GivenGenerations given() {
        if (given == null) {
            given = new GivenGenerations(blocks.source());
        }
        return given;
    }

    /** The generation of rows that were never used. */
    int firstGeneration() {
        return firstGeneration;
    }

    /** Sets the generation of rows that were never used. For an object without rows. */
    void firstGeneration(int first) {
        firstGeneration = first;
    }

    /** Whether a world has gone back to a snapshot, so that there are generations that are not given out again. */
    boolean hasGiven() {
        return given != null;
    }

    void loaded(int alive, int retired) {
        spawned += alive;
        retiredRows += retired;
    }

    long reservedBytes() {
        return permutation.reservedBytes() + (given == null ? 0 : given.reservedBytes());
    }

    void close() {
        permutation.close();
        if (given != null) {
            given.close();
        }
    }

    void save(StateBuffer to) {
        to.putLong(spawned);
        to.putLong(destroyed);
        to.putLong(retiredRows);
    }

    void restore(StateBuffer from) {
        spawned = from.getLong();
        destroyed = from.getLong();
        retiredRows = (int) from.getLong();
    }

    /** Restores the generations of a block, from an image; see {@link GivenGenerations}. */
    void restoreGenerations(int block, long image, boolean hasMoved) {
        long base = blocks.base(block);
        if (hasMoved) {
            given.restoreMoved(base, image);
        } else {
            given.restore(block, base, image);
        }
    }

    private DeadEntityException dead(long entity) {
        long place = place(Entity.index(entity));
        int current = place != 0 ? generation(Place.base(place), Place.row(place)) : firstGeneration;
        return new DeadEntityException(entity, current == firstGeneration ? 0 : current, isForeign(entity));
    }

    private boolean isForeign(long entity) {
        return Strict.ON && GenerationRanges.isOfAnother(openNumbers, Entity.generation(entity), firstGeneration);
    }

    /**
     * Strict mode: throws if a handle belongs to another open world of the owner's thread. For commands, on any thread.
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

    /**
     * Strict mode: the first generation of each world, so that a handle of one world is dead in the other open worlds
     * of its thread.
     *
     * <p>A world takes the lowest of the numbers that the fewest open worlds of its thread use, and starts at this
     * number times 2^24. So a thread's only world has the same handles as outside of strict mode, and a second world
     * has different handles. The ranges are distinct until a row has had 2^23 entities. There are 256 numbers; if a
     * thread has more open worlds, some share a number.
     *
     * <p>A world belongs to a thread, and its number is acquired and released on that thread. One that was handed over
     * keeps its number, which worlds that its new thread has made may have, too.
     */
    static final class GenerationRanges {
        private static final int NUMBERS = 256;
        private static final int SHIFT = 24;

        /** The number of open worlds of the thread, for each number. */
        private static final ThreadLocal<int[]> OPEN = ThreadLocal.withInitial(() -> new int[NUMBERS]);

        private GenerationRanges() {}

        /** Takes a number for a world, and returns the even generation that its rows start with. */
        static int acquire() {
            int[] open = OPEN.get();
            int fewest = 0;
            for (int number = 1; number < NUMBERS && open[fewest] > 0; number++) {
                if (open[number] < open[fewest]) {
                    fewest = number;
                }
            }
            open[fewest]++;
            return fewest << SHIFT;
        }

        /** Takes the number that a world had which was saved, and is loaded now. */
        static void acquire(int firstGeneration) {
            OPEN.get()[firstGeneration >>> SHIFT]++;
        }

        static void release(int firstGeneration) {
            OPEN.get()[firstGeneration >>> SHIFT]--;
        }

        /** The counts of the calling thread: a live view, which other threads may read too. */
        static int[] open() {
            return OPEN.get();
        }

        static boolean isOfAnother(int[] open, int generation, int firstGeneration) {
            int number = generation >>> SHIFT;
            return (generation & 1) != 0 && number != firstGeneration >>> SHIFT && open[number] > 0;
        }
    }

    /** A set of rows in one word of a block, such as the rows of new entities. Reused from call to call. */
    public static final class RowMask {
        long base;
        int block;
        int word;
        long rows;

        public RowMask() {}

        public void set(long newBase, int newWord, long newRows) {
            base = newBase;
            word = newWord;
            rows = newRows;
        }

        public long base() {
            return base;
        }

        public int word() {
            return word;
        }

        public long rows() {
            return rows;
        }
    }
}
