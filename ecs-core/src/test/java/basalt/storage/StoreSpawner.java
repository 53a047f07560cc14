package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.storage.access.Store;
import basalt.storage.change.Structure;
import java.util.List;

/** Spawns entities without components in a store, in blocks of their own, always in the lowest free rows. */
public final class StoreSpawner {
    private final Structure structure;
    private final Prototype prototype;
    private final RowAllocator rowAllocator;
    private final RowMask spawned = new RowMask();

    public StoreSpawner(Store store) {
        structure = store.structure();
        prototype = store.newPrototype(List.of());
        rowAllocator = store.newAllocator(prototype);
    }

    /** Spawns up to {@code limit} entities in one word; the result is overwritten by the next call. */
    public RowMask upTo(int limit) {
        rowAllocator.releaseClaimed();
        structure.spawnInWord(rowAllocator, prototype, limit, spawned);
        rowAllocator.releaseClaimed();
        return spawned;
    }

    /** Spawns one entity; returns its handle. */
    public long one() {
        upTo(1);
        assertEquals(1, Long.bitCount(spawned.rows()));
        return Entities.handle(spawned.base(), (spawned.word() << 6) + Long.numberOfTrailingZeros(spawned.rows()));
    }

    /** Spawns entities; returns the address of the last one's block. */
    public long many(int count) {
        for (int left = count; left > 0; left -= Long.bitCount(spawned.rows())) {
            upTo(left);
        }
        return spawned.base();
    }
}
