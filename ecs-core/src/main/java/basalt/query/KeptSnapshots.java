package basalt.query;

import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.storage.Store;
import java.util.Arrays;

/**
 * The snapshots that one thread's queries keep, of those whose rows are all in one block: to go over a few rows takes less time
 * than to find out which they are.
 *
 * <p>There are {@value #PLACES} places, which queries get in the order they are built, and share if there are more of them. A
 * query whose rows are in several blocks, or which looks for changes, keeps nothing, and so does one for which there is no memory.
 *
 * <p>SAFETY: what is written at the address of a place is one entry of {@link Matches}, for which there is room until {@link #close}.
 */
final class KeptSnapshots {
    static final int PLACES = 256;

    private final Store store;
    private final MemorySource source;
    private final KeptSnapshot[] places = new KeptSnapshot[PLACES];
    private long deniedIn = -1;

    /** Of rows of that store; none yet. */
    KeptSnapshots(Store store, MemorySource source) {
        this.store = store;
        this.source = source;
        Arrays.setAll(places, place -> new KeptSnapshot());
    }

    /** The place of a query's snapshot, which another query may have now. */
    KeptSnapshot place(Filter filter) {
        return places[filter.number() & PLACES - 1];
    }

    /** Whether a place has memory. Where that is denied, it is asked for again after the next change of structure. */
    boolean hasRoom(KeptSnapshot place) {
        if (place.address() == 0 && deniedIn != structure()) {
            try {
                place.address(MemorySource.allocateFrom(source, Matches.ENTRY_BYTES, Matches.ALIGNMENT));
            } catch (NativeMemoryException e) { // it can do without
                deniedIn = structure();
            }
        }
        return place.address() != 0;
    }

    /** Another number whenever rows may have changed. */
    long structure() {
        return store.pools().structure();
    }

    /** Bytes taken from the memory source. */
    long reservedBytes() {
        long bytes = 0;
        for (KeptSnapshot place : places) {
            bytes += place.address() == 0 ? 0 : Matches.ENTRY_BYTES;
        }
        return bytes;
    }

    /** Gives all memory back. No iteration may start any more. */
    void close() {
        for (KeptSnapshot place : places) {
            if (place.address() != 0) {
                source.free(place.address(), Matches.ENTRY_BYTES);
                place.address(0);
            }
        }
    }
}
