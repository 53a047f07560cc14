package basalt.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Component;
import basalt.storage.Entities.RowMask;
import basalt.storage.access.Store;
import basalt.storage.change.Structure;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Label;
import basalt.storage.fixture.Matrix;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import basalt.storage.fixture.Vectors;
import basalt.storage.fixture.Velocity;
import basalt.storage.fixture.WideRecord;
import java.util.List;

/**
 * Spawns entities without components in a store, in blocks of their own, always in the lowest free rows. The blocks
 * have room for all fixtures, so that they do not move.
 */
public final class StoreSpawner {
    private static final List<Component<?>> FIXTURES = List.of(
            Burning.TYPE,
            Frozen.TYPE,
            Health.TYPE,
            Kinds.TYPE,
            Label.TYPE,
            Matrix.TYPE,
            Position.TYPE,
            Rare.TYPE,
            Rarer.TYPE,
            Vectors.TYPE,
            Velocity.TYPE,
            WideRecord.BYTES);

    private final Structure structure;
    private final Prototype prototype;
    private final Prototype roomy;
    private final RowAllocator rowAllocator;
    private final RowMask spawned = new RowMask();

    public StoreSpawner(Store store) {
        structure = store.structure();
        prototype = store.newPrototype(List.of());
        roomy = store.newPrototype(FIXTURES.stream().map(RowImage::zero).toList());
        rowAllocator = store.newAllocator(prototype);
    }

    /** Spawns up to {@code limit} entities in one word; the result is overwritten by the next call. */
    public RowMask upTo(int limit) {
        rowAllocator.releaseClaimed();
        rowAllocator.prepare(roomy, limit);
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
