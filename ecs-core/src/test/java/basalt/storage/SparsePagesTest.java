package basalt.storage;

import static basalt.component.layout.BlockLayout.BLOCK_BYTES;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.access.Store;
import basalt.storage.change.Structure;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SparsePagesTest {
    private static final int PAGE_BYTES = Rare.TYPE.pageBytes();

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final Store store = new Store(new BlockPool(failing, 0));
    private final Structure structure = store.structure();

    @BeforeEach
    void fillTwoBlocks() {
        new StoreSpawner(store).many(ROWS + 64);
        assertEquals(2, memory.outstanding());
    }

    @AfterEach
    void close() {
        if (!store.isClosed()) {
            store.close();
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldAllocateAPageOnlyForTheFirstRowOfABlock() {
        assertEquals(0, Pools.origin(base(0), Rare.TYPE));
        structure.add(base(0), 0, 1L, Rare.TYPE);
        long page = Pools.origin(base(0), Rare.TYPE);
        structure.add(base(0), 255, -1L, Rare.TYPE);

        assertEquals(page, Pools.origin(base(0), Rare.TYPE));
        assertTrue(memory.owns(page, PAGE_BYTES));
        assertEquals(3, memory.outstanding());
        assertEquals(0, Pools.origin(base(1), Rare.TYPE));
        assertEquals(2L * BLOCK_BYTES + PAGE_BYTES, store.reservedBytes());
    }

    @Test
    void shouldZeroAddedRowsOfADirtyPage() {
        structure.add(base(0), 1, 0b110, Rare.TYPE);
        long page = Pools.origin(base(0), Rare.TYPE);

        assertEquals(
                List.of(-1, 0, 0, -1), List.of(charge(page, 64), charge(page, 65), charge(page, 66), charge(page, 67)));
    }

    @Test
    void shouldReuseAPageAfterItsLastRowIsRemoved() {
        structure.add(base(0), 0, 0b11, Rare.TYPE);
        long page = Pools.origin(base(0), Rare.TYPE);
        ColumnMemory.putInt(page, 0, Rare.CHARGE.offset(), 77);
        structure.remove(base(0), 0, 0b01, Rare.TYPE);
        assertEquals(page, Pools.origin(base(0), Rare.TYPE));
        structure.remove(base(0), 0, 0b10, Rare.TYPE);
        assertEquals(0, Pools.origin(base(0), Rare.TYPE));

        structure.add(base(1), 0, 0b01, Rare.TYPE);

        assertEquals(page, Pools.origin(base(1), Rare.TYPE));
        assertEquals(0, charge(page, 0));
        assertEquals(3, memory.allocations());
        assertEquals(2L * BLOCK_BYTES + PAGE_BYTES, store.reservedBytes());
    }

    @Test
    void shouldKeepAnEmptiedPageWhileAnIterationRuns() {
        structure.listener((base, word, rows) -> {});
        structure.add(base(0), 0, 1L, Rare.TYPE);
        structure.add(base(1), 0, 1L, Rare.TYPE);
        structure.iterating(true);
        long page = Pools.origin(base(0), Rare.TYPE);
        for (int i = 0; i < 3; i++) {
            structure.remove(base(0), 0, 1L, Rare.TYPE);
            structure.remove(base(1), 0, 1L, Rare.TYPE);
            structure.add(base(1), 0, 1L, Rare.TYPE);
        }
        assertEquals(page, Pools.origin(base(0), Rare.TYPE));

        structure.iterating(false);

        assertEquals(0, Pools.origin(base(0), Rare.TYPE));
        assertNotEquals(0, Pools.origin(base(1), Rare.TYPE), "used again since");
        structure.add(base(0), 0, 1L, Rare.TYPE);
        assertEquals(page, Pools.origin(base(0), Rare.TYPE));
        assertEquals(4, memory.outstanding());
    }

    @Test
    void shouldReleaseThePageOfDestroyedEntities() {
        structure.add(base(0), 7, 1L, Rare.TYPE);
        store.structure().destroy(base(0), 7, -1L);

        assertEquals(0, Pools.origin(base(0), Rare.TYPE));
    }

    @Test
    void shouldKeepPagesOfComponentsApart() {
        structure.add(base(0), 0, 1L, Rare.TYPE);
        structure.add(base(0), 0, 1L, Rarer.TYPE);
        long page = Pools.origin(base(0), Rare.TYPE);
        assertNotEquals(page, Pools.origin(base(0), Rarer.TYPE));
        structure.remove(base(0), 0, 1L, Rare.TYPE);
        structure.add(base(1), 0, 1L, Rarer.TYPE);

        assertNotEquals(page, Pools.origin(base(1), Rarer.TYPE), "the page of another component, of another size");
        assertEquals(5, memory.allocations());
    }

    @Test
    void shouldAddNothingWhenThereIsNoMemory() {
        failing.failNext();

        assertThrows(NativeMemoryException.class, () -> structure.add(base(0), 0, 1L, Rare.TYPE));

        assertFalse(Pools.has(base(0), 0, Rare.TYPE.id()));
        assertEquals(0, Pools.origin(base(0), Rare.TYPE));
        assertEquals(1L, structure.add(base(0), 0, 1L, Rare.TYPE));
    }

    @Test
    void shouldReleaseAllPagesWhenTheStoreCloses() {
        structure.add(base(0), 0, 1L, Rare.TYPE);
        structure.add(base(1), 0, 1L, Rare.TYPE);
        structure.add(base(1), 0, 1L, Rarer.TYPE);
        structure.remove(base(0), 0, 1L, Rare.TYPE);
        store.pools().reservePage(base(0), Rarer.TYPE);
        assertEquals(6, memory.outstanding());

        store.close();

        assertEquals(0, memory.outstanding());
    }

    private long base(int block) {
        return store.blocks().base(block);
    }

    private static int charge(long page, int row) {
        return ColumnMemory.getInt(page, row, Rare.CHARGE.offset());
    }
}
