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
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        other.reserve(base, store);
        store.entities().bear(base, word, row);
        claimed.rows ^= row;
        write(other, base, word, row);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
    }

    /**
     * Promises the handle of an entity that is to be made later, by {@link #bear}. Until then it is not alive. A visitor may
     * call this while the store is lent, if no other does.
     *
     * @return the handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long reserve() {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
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
        boolean born = false;
        try {
            prototype.reserve(base, store);
            store.entities().bear(base, row >>> 6, 1L << row);
            born = true;
        } finally {
            if (!born) {
                breakPromise(entity);
            }
        }
        write(prototype, base, row >>> 6, 1L << row);
    }

    /**
     * An entity whose handle was promised will not be made.
     *
     * @param entity from {@link #reserve}
     */
    public void breakPromise(long entity) {
        long base = store.blocks().base(Entity.index(entity) >>> BlockLayout.ROW_BITS);
        int row = (int) entity & BlockLayout.ROW_MASK;
        store.entities().free(base, row >>> 6, 1L << row);
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
     * Makes up to {@code limit} entities in rows that share a word.
     *
     * @param other what they are born with
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public void several(Prototype other, int limit, SpawnedRows spawned) {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
        other.reserve(claimed.base, store);
        long rows = Entities.lowestBits(claimed.rows, limit);
        spawned.base = claimed.base;
        spawned.word = claimed.word;
        spawned.rows = rows;
        store.entities().bear(spawned.base, spawned.word, rows);
        claimed.rows ^= rows;
        write(other, spawned.base, spawned.word, rows);
    }

    /** If the heap cannot hold the references, nobody was born. */
    private void write(Prototype values, long base, int word, long rows) {
        try {
            values.write(base, word, rows, store);
        } catch (Throwable e) {
            store.entities().takeBack(base, word, rows);
            throw e;
        }
        if (store.pools().isWatched()) {
            store.pools().watch().born(values, base, word, rows);
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
