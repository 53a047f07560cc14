package basalt.storage;

import basalt.memory.MemorySource;
import basalt.storage.access.Store;
import basalt.storage.capture.RowHistory;
import java.util.Set;

/** The last states of a store, as snapshots keep them. */
final class KeptStates implements AutoCloseable {
    private final Store store;
    private final RowHistory history;

    KeptStates(Store store, MemorySource memory) {
        this.store = store;
        history = new RowHistory(store.rows(), store.changeTracker(), memory, 4, Set.of());
    }

    /** Keeps the state of the store; returns its number. */
    int capture() {
        StateBuffer parts = history.nextParts();
        parts.clear();
        store.rows().stateParts().save(parts);
        history.capture(0);
        return history.states() - 1;
    }

    void restore(int state) {
        StateBuffer parts = history.parts(state);
        parts.position(0);
        store.rows().stateParts().prepare(parts);
        history.restore(state);
        parts.position(0);
        store.rows().stateParts().restore(parts);
    }

    boolean isBroken() {
        return history.isBroken();
    }

    @Override
    public void close() {
        history.close();
    }
}
