package basalt.storage;

import basalt.component.BlockLayout;
import basalt.component.Entity;

/**
 * Where the entities of one population are born. Single births claim the free rows of a whole word at a time, so that most of
 * them do not touch the free rows at all.
 */
public final class Births {
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
    public Births(Store store, Prototype prototype) {
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

    /** The ids of the components that its entities are born with. */
    int[] ids() {
        return prototype.ids();
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
        claim();
        store.changes().cover(); // first, because the heap may be full
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        long entity = make(other);
        store.pools().watch().born(other, base, word, row);
        tell(other, base, word, row);
        return entity;
    }

    private long make(Prototype values) {
        claim();
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        values.reserve(base, store);
        store.entities().bear(base, word, row);
        claimed.rows ^= row;
        write(values, base, word, row);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
    }

    private void claim() {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
    }

    /**
     * Promises the handle of an entity that is to be made later, by {@link #bear}. Until then it is not alive. A visitor may
     * call this while the store is lent, if no other does.
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
    public void bear(long entity) {
        long base = store.blocks().base(Entity.index(entity) >>> BlockLayout.ROW_BITS);
        int row = (int) entity & BlockLayout.ROW_MASK;
        boolean watched = store.pools().isWatched();
        boolean born = false;
        try {
            if (watched) {
                store.changes().cover();
            }
            prototype.reserve(base, store);
            store.entities().bear(base, row >>> 6, 1L << row);
            born = true;
        } finally {
            if (!born) {
                breakPromise(entity);
            }
        }
        write(prototype, base, row >>> 6, 1L << row);
        if (watched) {
            store.pools().watch().born(prototype, base, row >>> 6, 1L << row);
            tell(prototype, base, row >>> 6, 1L << row);
        }
    }

    /**
     * An entity whose handle was promised will not be made. Its row is free again; the handle is not given to anybody else.
     *
     * @param entity from {@link #reserve}
     */
    public void breakPromise(long entity) {
        long base = store.blocks().base(Entity.index(entity) >>> BlockLayout.ROW_BITS);
        store.entities().skip(base, (int) entity & BlockLayout.ROW_MASK);
    }

    /**
     * Gives claimed rows back. Rows that have become free below them come first again, so that the births of one burst are in
     * ascending order.
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
        boolean watched = store.pools().isWatched();
        claim();
        if (watched) {
            store.pools().watch().requireOutside();
            store.changes().cover();
        }
        other.reserve(claimed.base, store);
        long rows = Entities.lowestBits(claimed.rows, limit);
        spawned.base = claimed.base;
        spawned.word = claimed.word;
        spawned.rows = rows;
        store.entities().bear(spawned.base, spawned.word, rows);
        claimed.rows ^= rows;
        write(other, spawned.base, spawned.word, rows);
        if (watched) {
            store.pools().watch().born(other, spawned.base, spawned.word, rows);
        }
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

    /** If the heap cannot hold the references, nobody was born. */
    private void write(Prototype values, long base, int word, long rows) {
        try {
            values.write(base, word, rows, store);
        } catch (Throwable e) {
            store.entities().takeBack(base, word, rows);
            throw e;
        }
    }

    /**
     * Takes births back that {@link #several} has made and nobody has seen: their rows are free again.
     *
     * @param base the block's address
     * @param word which 64 rows
     * @param rows the rows, all alive
     */
    public void takeBack(long base, int word, long rows) {
        store.entities().takeBack(base, word, rows);
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
