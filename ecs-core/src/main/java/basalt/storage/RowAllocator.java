package basalt.storage;

import basalt.component.BlockLayout;
import basalt.component.Component;
import basalt.component.Entity;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the entities of one population are born. Single births claim the free rows of a whole word at a time, so that
 * most of them do not touch the free rows at all.
 */
public final class RowAllocator {
    private final Store store;
    private final Prototype prototype;
    private final Cluster cluster = new Cluster();
    private final SpawnedRows claimed = new SpawnedRows();

    /**
     * A population without entities.
     *
     * @param store its store
     * @param prototype what its entities are born with
     */
    public RowAllocator(Store store, Prototype prototype) {
        this.store = store;
        this.prototype = prototype;
    }

    /**
     * Whether this is a population of a store.
     *
     * @param other a store
     * @return true if it is this one's
     */
    public boolean isIn(Store other) {
        return store == other;
    }

    /** The ids of the components that its entities are born with, ascending. */
    int[] ids() {
        return prototype.ids();
    }

    /**
     * The components that its entities are born with.
     *
     * @return a new list, in the order of their ids
     */
    public List<Component<?>> components() {
        List<Component<?>> components = new ArrayList<>();
        for (int id : ids()) {
            components.add(store.pools().sets()[id].component());
        }
        return components;
    }

    /**
     * Makes one entity.
     *
     * @return its handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long single() {
        return single(prototype);
    }

    /**
     * Makes one entity that is born with something else.
     *
     * @param other what it is born with
     * @return its handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long single(Prototype other) {
        return store.pools().isWatched() ? watchedSingle(other) : make(other);
    }

    private long watchedSingle(Prototype other) {
        store.pools().watch().requireOutside();
        long entity = make(other);
        long base = store.entities().require(entity);
        int word = ((int) entity & BlockLayout.ROW_MASK) >>> 6;
        long row = 1L << entity;
        store.pools().watch().born(other, base, word, row);
        tell(other, base, word, row);
        return entity;
    }

    private long make(Prototype values) {
        prepare(values);
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        store.entities().activate(base, word, row);
        claimed.rows ^= row;
        write(values, base, word, row);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
    }

    /** Claims rows, and takes all memory that a birth there needs; the memory source may call what bears there, too. */
    private void prepare(Prototype values) {
        long base;
        do {
            claim();
            base = claimed.base;
            values.reserve(base, store);
        } while (claimed.rows == 0 || claimed.base != base);
        if (store.pools().isWatched()) {
            store.changes().cover(); // first, because the heap may be full
        }
    }

    private void claim() {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
    }

    /**
     * Promises the handle of an entity that is to be made later, by {@link #activate}. Until then it is not alive. A
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
     * Makes an entity whose handle was promised.
     *
     * @param entity from {@link #reserve}
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; the promise is broken then
     */
    public void activate(long entity) {
        long base = store.blocks().base(Entity.index(entity) >>> BlockLayout.ROW_BITS);
        int row = (int) entity & BlockLayout.ROW_MASK;
        boolean born = false;
        try {
            prototype.reserve(base, store);
            if (store.pools().isWatched()) {
                store.changes().cover();
            }
            store.entities().activate(base, row >>> 6, 1L << row);
            born = true;
        } finally {
            if (!born) {
                cancelReservation(entity);
            }
        }
        write(prototype, base, row >>> 6, 1L << row);
        if (store.pools().isWatched()) {
            store.pools().watch().born(prototype, base, row >>> 6, 1L << row);
            tell(prototype, base, row >>> 6, 1L << row);
        }
    }

    /**
     * An entity whose handle was promised will not be made. Its row is free again; the handle is not given to another
     * entity.
     *
     * @param entity from {@link #reserve}
     */
    public void cancelReservation(long entity) {
        long base = store.blocks().base(Entity.index(entity) >>> BlockLayout.ROW_BITS);
        store.entities().skip(base, (int) entity & BlockLayout.ROW_MASK);
    }

    /**
     * Gives claimed rows back. Rows that have become free below them come first again, so that the births of one burst
     * are in ascending order.
     */
    public void unclaim() {
        if (claimed.rows != 0) {
            store.entities().free(claimed.base, claimed.word, claimed.rows);
            claimed.rows = 0;
        }
    }

    /**
     * Makes up to {@code limit} entities in rows that share a word. Their hooks are called by {@link #tell}.
     *
     * @param other what they are born with
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public void several(Prototype other, int limit, SpawnedRows spawned) {
        if (store.pools().isWatched()) {
            store.pools().watch().requireOutside();
        }
        prepare(other);
        long rows = Entities.lowestBits(claimed.rows, limit);
        long base = claimed.base;
        int word = claimed.word;
        store.entities().activate(base, word, rows);
        claimed.rows ^= rows;
        write(other, base, word, rows);
        if (store.pools().isWatched()) {
            store.pools().watch().born(other, base, word, rows);
        }
        spawned.base = base; // last, as a memory source may have called what uses the same object
        spawned.word = word;
        spawned.rows = rows;
    }

    /**
     * Calls the hooks of births that are complete.
     *
     * @param values what they were born with
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void tell(Prototype values, long base, int word, long rows) {
        if (store.hooks().isActive()) {
            store.observedChange().begin();
            try {
                store.hooks().born(values.ids(), base, word, rows);
            } catch (Throwable e) { // the stack has overflowed in the midst of it
                store.observedChange().endAfter(e);
                throw e;
            }
            store.observedChange().end();
        }
    }

    /** If the heap cannot hold the references, none was born. */
    private void write(Prototype values, long base, int word, long rows) {
        try {
            values.write(base, word, rows, store);
        } catch (Throwable e) {
            store.entities().takeBack(base, word, rows);
            throw e;
        }
    }

    /**
     * Takes births back that {@link #several} has made and no code has seen: their rows are free again.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void takeBack(long base, int word, long rows) {
        store.entities().takeBack(base, word, rows);
    }

    /**
     * Takes the blocks that so many births will need at once.
     *
     * @param count how many births
     * @throws basalt.memory.NativeMemoryException if a block cannot be had; nothing has changed then
     * @throws IllegalStateException if the world can never have so many rows
     */
    public void reserveRows(int count) {
        store.entities().reserve(cluster, count);
    }

    /**
     * How many blocks of this population have a free row.
     *
     * @return blocks
     */
    public int blocksWithFreeRow() {
        return cluster.blocksWithFreeRow();
    }
}
