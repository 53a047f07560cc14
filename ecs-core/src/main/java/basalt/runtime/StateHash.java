package basalt.runtime;

import basalt.storage.access.Store;
import basalt.storage.capture.ChunkChanges;
import basalt.storage.capture.RowHash;

/** The hash of a world's rows, which is made when it is first asked for. For the world's thread. */
public final class StateHash {
    private final Store store;

    /** What was written, for snapshots and the hash; null before there are any. */
    private ChunkChanges changes;

    /** Null before the first update. */
    private RowHash rows;

    StateHash(Store store) {
        this.store = store;
    }

    /** What is written to the rows, for snapshots and this hash. */
    public ChunkChanges changes() {
        if (changes == null) {
            changes = new ChunkChanges(store.changeTracker());
        }
        return changes;
    }

    /** Hashes what has changed. Must not be called while workers use the world. */
    public void update() {
        if (rows == null) {
            rows = new RowHash(store.rows(), changes(), store.blockPool().source());
        }
        rows.update();
    }

    /** The hash of all components, after {@link #update}. */
    public long sum() {
        return rows.sum();
    }

    /** The hash of one component, after {@link #update}. Returns 64 bits; 0 if no row has it. */
    public long sum(int id) {
        return rows.sum(id);
    }

    /**
     * The hash of the rows that have a component, without its values, after {@link #update}. Returns 64 bits; 0 if no
     * row has it.
     */
    public long presence(int id) {
        return rows.presence(id);
    }

    /** {@return bytes reserved from the memory source} */
    public long reservedBytes() {
        return rows == null ? 0 : rows.reservedBytes();
    }

    /** Frees the memory, when the world is closed. */
    public void close() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }
}
