package basalt.storage;

import static basalt.component.BlockLayout.ROW_MASK;

import basalt.component.Component;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives entities of one kind their rows, in blocks of their own. A single spawn claims the free rows of a whole word at
 * a time, so that most of them do not touch the free rows at all.
 *
 * <p>A row is free, then claimed by its allocator, then alive; or reserved between the two, when its handle was given
 * out. Nothing is told of spawns here: those of a world go through its structure.
 */
public final class RowAllocator {
    private final Pools pools;
    private final Entities entities;
    private final Prototype prototype;
    private final FreeBlocks freeBlocks = new FreeBlocks();
    private final RowMask claimed = new RowMask();

    /**
     * An allocator without entities.
     *
     * @param rows the rows of its world
     * @param prototype what its entities start with
     */
    public RowAllocator(Rows rows, Prototype prototype) {
        this.pools = rows.pools();
        this.entities = rows.entities();
        this.prototype = prototype;
    }

    /**
     * Whether its entities live in an entity pool.
     *
     * @param other an entity pool
     * @return true if it is the one of this allocator
     */
    public boolean isIn(Entities other) {
        return entities == other;
    }

    /**
     * What its entities start with.
     *
     * @return components and values
     */
    public Prototype prototype() {
        return prototype;
    }

    /**
     * The components that its entities start with.
     *
     * @return a new list, in the order of their ids
     */
    public List<Component<?>> components() {
        List<Component<?>> components = new ArrayList<>();
        for (int id : prototype.ids()) {
            components.add(pools.component(id));
        }
        return components;
    }

    /**
     * Claims rows, and takes all memory that a spawn there needs. The memory source may call what spawns there, too.
     *
     * @param values what the next entities start with
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public void prepare(Prototype values) {
        long base;
        do {
            claim();
            base = claimed.base;
            values.reserve(base, pools);
        } while (claimed.rows == 0 || claimed.base != base);
    }

    private void claim() {
        if (claimed.rows == 0) {
            entities.claim(freeBlocks, claimed);
        }
    }

    /**
     * Spawns one entity, after {@link #prepare}.
     *
     * @param values what it starts with
     * @return its handle
     */
    public long spawn(Prototype values) {
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        entities.activate(base, word, row);
        claimed.rows ^= row;
        write(values, base, word, row);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
    }

    /**
     * Spawns up to {@code limit} entities in rows that share a word, after {@link #prepare}.
     *
     * @param values what they start with
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     */
    public void spawnInWord(Prototype values, int limit, RowMask spawned) {
        long rows = Entities.lowestBits(claimed.rows, limit);
        long base = claimed.base;
        int word = claimed.word;
        entities.activate(base, word, rows);
        claimed.rows ^= rows;
        write(values, base, word, rows);
        spawned.base = base; // last, as a memory source may have called what uses the same object
        spawned.word = word;
        spawned.rows = rows;
    }

    /**
     * Reserves the handle of an entity that is to be spawned later, by {@link #activate}. Until then it is not alive. A
     * worker may call this while the store is lent, if no other does.
     *
     * @return the handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long reserve() {
        claim();
        long row = Long.lowestOneBit(claimed.rows);
        claimed.rows ^= row;
        return Entities.nextHandle(claimed.base, (claimed.word << 6) + Long.numberOfTrailingZeros(row));
    }

    /**
     * Spawns the entity of a reserved handle.
     *
     * @param entity from {@link #reserve}
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; the reservation is cancelled
     *     then
     */
    public void activate(long entity) {
        long base = entities.base(entity);
        int row = (int) entity & ROW_MASK;
        boolean isActive = false;
        try {
            prototype.reserve(base, pools);
            entities.activate(base, row >>> 6, 1L << row);
            isActive = true;
        } finally {
            if (!isActive) {
                cancelReservation(entity);
            }
        }
        write(prototype, base, row >>> 6, 1L << row);
    }

    /**
     * The entity of a reserved handle will not be spawned. Its row is free again; no other entity gets the handle.
     *
     * @param entity from {@link #reserve}
     */
    public void cancelReservation(long entity) {
        entities.skip(entity);
    }

    /**
     * Gives claimed rows back. Rows that have become free below them come first again, so that the spawns of one burst
     * are in ascending order.
     */
    public void releaseClaimed() {
        if (claimed.rows != 0) {
            entities.free(claimed.base, claimed.word, claimed.rows);
            claimed.rows = 0;
        }
    }

    /** If the heap cannot hold the references, none was spawned. */
    private void write(Prototype values, long base, int word, long rows) {
        try {
            values.write(base, word, rows, pools);
        } catch (Throwable e) {
            entities.destroy(base, word, rows);
            throw e;
        }
    }

    /**
     * Takes the blocks that so many spawns will need at once.
     *
     * @param count how many entities
     * @throws basalt.memory.NativeMemoryException if a block cannot be had; nothing has changed then
     * @throws IllegalStateException if the world can never have so many rows
     */
    public void reserveRows(int count) {
        entities.reserve(freeBlocks, count);
    }

    /**
     * How many blocks of this allocator have a free row.
     *
     * @return blocks
     */
    public int blocksWithFreeRow() {
        return freeBlocks.count();
    }
}
