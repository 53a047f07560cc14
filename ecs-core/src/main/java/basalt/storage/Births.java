package basalt.storage;

/**
 * Where the entities of one population are born. Single births claim the free rows of a whole word at a time, so that most of
 * them do not touch the free rows at all.
 */
public final class Births {
    private final Store store;
    private final Cluster cluster = new Cluster();
    private final SpawnedRows claimed = new SpawnedRows();

    /**
     * A population without entities.
     *
     * @param store its store
     */
    public Births(Store store) {
        this.store = store;
    }

    /**
     * Makes one entity.
     *
     * @param prototype what it is born with
     * @return its handle
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public long single(Prototype prototype) {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
        long base = claimed.base;
        int word = claimed.word;
        long row = Long.lowestOneBit(claimed.rows);
        prototype.reserve(base, store);
        store.entities().bear(base, word, row);
        claimed.rows ^= row;
        write(prototype, base, word, row);
        return Entities.handle(base, (word << 6) + Long.numberOfTrailingZeros(row));
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
     * @param prototype what they are born with
     * @param limit how many at most, at least 1
     * @param spawned set to the new rows: 1 to 64 of them
     * @throws basalt.memory.NativeMemoryException if memory is needed and cannot be had; nothing has changed then
     */
    public void several(Prototype prototype, int limit, SpawnedRows spawned) {
        if (claimed.rows == 0) {
            store.entities().claim(cluster, claimed);
        }
        prototype.reserve(claimed.base, store);
        long rows = Entities.lowestBits(claimed.rows, limit);
        spawned.base = claimed.base;
        spawned.word = claimed.word;
        spawned.rows = rows;
        store.entities().bear(spawned.base, spawned.word, rows);
        claimed.rows ^= rows;
        write(prototype, spawned.base, spawned.word, rows);
    }

    /** If the heap cannot hold the references, nobody was born. */
    private void write(Prototype prototype, long base, int word, long rows) {
        try {
            prototype.write(base, word, rows, store);
        } catch (Throwable e) {
            store.entities().destroy(base, word, rows);
            throw e;
        }
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
