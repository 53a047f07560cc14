package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.storage.access.Store;
import basalt.storage.change.Structure;
import java.util.List;

/** Makes entities without components in a store, as a population of its own, always in the lowest free rows. */
public final class Nursery {
    private final Structure structure;
    private final Prototype nothing;
    private final RowAllocator rowAllocator;
    private final RowMask spawned = new RowMask();

    public Nursery(Store store) {
        structure = store.structure();
        nothing = store.newPrototype(List.of());
        rowAllocator = store.newAllocator(nothing);
    }

    /** Makes up to {@code limit} entities in one word; the result is overwritten by the next call. */
    public RowMask upTo(int limit) {
        rowAllocator.releaseClaimed();
        structure.spawnInWord(rowAllocator, nothing, limit, spawned);
        rowAllocator.releaseClaimed();
        return spawned;
    }

    /** Makes one entity; answers its handle. */
    public long one() {
        upTo(1);
        assertEquals(1, Long.bitCount(spawned.rows()));
        return Entities.handle(spawned.base(), (spawned.word() << 6) + Long.numberOfTrailingZeros(spawned.rows()));
    }

    /** Makes entities; answers the address of the last one's block. */
    public long many(int count) {
        for (int left = count; left > 0; left -= Long.bitCount(spawned.rows())) {
            upTo(left);
        }
        return spawned.base();
    }
}
