package basalt.runtime;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.Store;

/**
 * The snapshots that one thread keeps of queries that have candidates in one block only: to go over a few rows takes
 * less time than to find out which they are.
 *
 * <p>There are {@value #PLACES} places. Each of a world's queries gets one that the fewest open queries have, so that
 * they share them only if there are more; those that look for changes get none. A query for which there is no memory
 * keeps nothing.
 *
 * <p>SAFETY: what is written at the address of a place is one {@link SnapshotEntry}, for which there is room until {@link
 * #close}.
 */
final class KeptSnapshots {
    static final int PLACES = 256;

    /**
     * So many changes of structure after memory was denied it is asked for again: a denial makes garbage, and may be
     * reported.
     */
    static final int PATIENCE = 1 << 16;

    private final Store store;
    private final MemorySource source;
    private final KeptSnapshot[] places = new KeptSnapshot[PLACES];

    /** How many open queries have each place. */
    private final int[] queries = new int[PLACES];

    /** Until the structure has this number, no memory is asked for. */
    private long deniedUntil;

    /** Of rows of that store; none yet. */
    KeptSnapshots(Store store, MemorySource source) {
        this.store = store;
        this.source = source;
    }

    /** The place of a new query of this world. */
    int takePlace() {
        int place = 0;
        for (int i = 1; i < PLACES; i++) {
            if (queries[i] < queries[place]) {
                place = i;
            }
        }
        queries[place]++;
        return place;
    }

    /** A query of this world is closed; no iteration has its snapshot. */
    void givePlace(int place) {
        queries[place]--;
        if (queries[place] == 0) {
            giveBack(places[place]);
        }
    }

    /** What is at a query's place, which may be another one's. */
    KeptSnapshot at(Filter filter) {
        KeptSnapshot found = places[filter.place()];
        return found != null ? found : firstUse(filter.place());
    }

    private KeptSnapshot firstUse(int place) {
        places[place] = new KeptSnapshot();
        return places[place];
    }

    /**
     * Gives a place memory, unless it has some; false if there is none. The memory source may call code that uses
     * queries or changes rows.
     */
    boolean makeRoom(KeptSnapshot place) {
        if (place.address() == 0 && structure() >= deniedUntil) {
            deniedUntil = Long.MAX_VALUE; // for the code that is called
            try {
                place.address(MemorySource.allocateFrom(source, SnapshotEntry.BYTES, SnapshotEntry.ALIGNMENT));
            } catch (NativeMemoryException e) {
                return false; // it can do without
            } finally {
                deniedUntil = place.address() != 0 ? 0 : structure() + PATIENCE;
            }
        }
        return place.address() != 0;
    }

    /** Another number whenever rows may have changed. */
    long structure() {
        return store.structure();
    }

    /** Bytes taken from the memory source. */
    long reservedBytes() {
        long bytes = 0;
        for (KeptSnapshot place : places) {
            bytes += place == null || place.address() == 0 ? 0 : SnapshotEntry.BYTES;
        }
        return bytes;
    }

    /** Gives all memory back. No iteration may start any more. */
    void close() {
        for (int i = 0; i < PLACES; i++) {
            giveBack(places[i]);
        }
    }

    private void giveBack(KeptSnapshot place) {
        long address = place == null ? 0 : place.forget();
        if (address != 0) {
            source.free(address, SnapshotEntry.BYTES);
        }
    }
}
