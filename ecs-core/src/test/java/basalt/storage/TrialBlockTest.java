package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Vectors;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TrialBlockTest {
    private final CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory memory = new FailingMemory(counting);
    private final Store store = new Store(new BlockPool(memory, 0));

    @AfterEach
    void close() {
        store.close();
        assertEquals(0, counting.allocatedBytes());
    }

    @Test
    void shouldHaveRowsThatBelongToNoWorld() {
        try (TrialBlock block = new TrialBlock(store.blockPool(), List.of(Position.TYPE, Vectors.TYPE, Frozen.TYPE))) {
            for (int row : new int[] {0, 63, 64, TrialBlock.ROWS - 1}) {
                assertTrue(Pools.has(block.base(), row, ALIVE_ID));
                assertTrue(Pools.has(block.base(), row, Position.TYPE.id()));
                assertTrue(Pools.has(block.base(), row, Vectors.TYPE.id()));
                assertTrue(Pools.has(block.base(), row, Frozen.TYPE.id()));
                assertTrue(Pools.isEnabled(block.base(), row, Frozen.TYPE.id()));
                assertFalse(Pools.has(block.base(), row, Health.TYPE.id()));
                assertFalse(store.entities().isAlive(Entities.handle(block.base(), row)));
            }
            assertFalse(Pools.has(block.base(), TrialBlock.ROWS, Position.TYPE.id()));
        }
    }

    @Test
    void shouldHaveAUniqueBlockNumberIfThereAreReferences() {
        try (TrialBlock plain = new TrialBlock(store.blockPool(), List.of(Position.TYPE));
                TrialBlock managed = new TrialBlock(store.blockPool(), List.of(Rare.TYPE))) {
            assertEquals(0, Blocks.index(plain.base()));
            assertEquals(Blocks.MAX_BLOCKS, Blocks.index(managed.base()));
        }
    }

    @Test
    void shouldCopyRowsAndResetThem() {
        try (TrialBlock block = new TrialBlock(store.blockPool(), List.of(Position.TYPE, Vectors.TYPE));
                TrialBlock source = new TrialBlock(store.blockPool(), List.of(Vectors.TYPE))) {
            for (int row = 0; row < TrialBlock.ROWS; row++) {
                block.putSample(row);
                source.putSample(row);
            }
            Position sample = store.pools().read(block.base(), 5, Position.TYPE);
            store.pools().write(source.base(), 1, 1L << 6, RowImage.of(Vectors.sample(7)));
            block.copyRow(5, source.base(), 70);
            block.save();
            store.pools().write(block.base(), 0, -1L, RowImage.of(new Position(-1, -2)));
            store.pools().write(block.base(), 0, -1L, RowImage.of(Vectors.sample(9)));
            block.reset();

            assertEquals(sample, store.pools().read(block.base(), 5, Position.TYPE));
            Vectors.assertSame(Vectors.sample(7), store.pools().read(block.base(), 5, Vectors.TYPE));
        }
    }
}
