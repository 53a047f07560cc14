package basalt.storage.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.BlockPool;
import basalt.storage.Entities.RowMask;
import basalt.storage.Pools;
import basalt.storage.Prototype;
import basalt.storage.RowAllocator;
import basalt.storage.RowImage;
import basalt.storage.StoreSpawner;
import basalt.storage.access.Store;
import basalt.storage.change.RemovalLogs.RemovalCursor;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemovalLogsTest {
    private static final int ID = Position.TYPE.id();

    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private final FailingMemory failing = new FailingMemory(memory);
    private final Store store = new Store(new BlockPool(failing, 0));
    private final Structure structure = store.structure();
    private final RemovalLogs removals = store.removals();
    private final StoreSpawner spawner = new StoreSpawner(store);

    @BeforeEach
    void createRows() {
        spawner.many(70 * 64);
    }

    /** The block's address now. */
    private long base() {
        return store.blocks().base(0);
    }

    @AfterEach
    void close() {
        if (!store.isClosed()) {
            assertEquals(memory.allocatedBytes(), store.reservedBytes());
            store.close();
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldObserveNothingWithoutReaders() {
        RemovalCursor one = removals.open(Position.TYPE);
        RemovalCursor two = removals.open(Position.TYPE);
        RemovalCursor other = removals.open(Health.TYPE);
        assertEquals(2, removals.count());
        removals.close(one);
        removals.close(one);
        assertEquals(2, removals.count());
        removals.close(two);
        assertEquals(1, removals.count());
        assertEquals(Health.TYPE.id(), removals.id(0));
        assertTrue(structure.isNotifying());
        removals.close(other);
        assertEquals(0, removals.count());
        assertFalse(structure.isNotifying());
    }

    @Test
    void shouldReleaseAllMemoryWhenTheStoreCloses() {
        RemovalCursor cursor = removals.open(Position.TYPE);
        structure.add(base(), 0, -1L, Position.TYPE);
        structure.remove(base(), 0, 1L, Position.TYPE);
        store.close();

        assertEquals(0, memory.outstanding());
        removals.close(cursor);
    }

    @Test
    void shouldLogRemovalsInOrder() {
        structure.add(base(), 0, 0b1111, Position.TYPE);
        RemovalCursor one = removals.open(Position.TYPE);
        structure.remove(base(), 0, 0b11, Position.TYPE);
        RemovalCursor two = removals.open(Position.TYPE);
        structure.remove(base(), 0, 0b11, Position.TYPE);
        structure.add(base(), 0, 0b1, Position.TYPE);
        store.structure().destroy(base(), 0, 0b11101);

        assertEquals(entities(0, 1, 0, 2, 3), seen(one));
        assertEquals(entities(0, 2, 3), seen(two), "with the handles they had");
        assertEquals(List.of(), seen(one));
        assertFalse(store.entities().isAlive(Entity.of(0, 1)));
    }

    @Test
    void shouldNotLogOtherComponents() {
        RemovalCursor cursor = removals.open(Position.TYPE);
        structure.add(base(), 0, 1L, Health.TYPE);
        structure.remove(base(), 0, 1L, Health.TYPE);
        store.structure().destroy(base(), 0, 1L);

        assertEquals(List.of(), seen(cursor));
    }

    @Test
    void shouldNotLogUndoneSpawns() {
        Prototype one = store.newPrototype(List.of(RowImage.of(new Position(1, 2))));
        RowAllocator rowAllocator = store.newAllocator(one);
        RemovalCursor cursor = removals.open(Position.TYPE);
        RowMask spawned = new RowMask();
        store.structure().spawnInWord(rowAllocator, one, 10, spawned);
        store.structure().undoSpawn(spawned.base(), spawned.word(), spawned.rows());

        assertEquals(List.of(), seen(cursor), "no reader has seen them");
        assertEquals(70 * 64, store.entities().count());
    }

    @Test
    void shouldRemoveNothingWhenItCannotBeLogged() {
        structure.add(base(), 0, 0b111, Position.TYPE);
        RemovalCursor cursor = removals.open(Position.TYPE);

        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> structure.remove(base(), 0, 0b1, Position.TYPE));
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> store.structure().destroy(base(), 0, 0b10));

        assertTrue(Pools.has(base(), 0, ID) && Pools.has(base(), 1, ID));
        assertEquals(70 * 64, store.entities().count());
        assertEquals(List.of(), seen(cursor));
        structure.remove(base(), 0, 0b1, Position.TYPE);
        store.structure().destroy(base(), 0, 0b10);
        assertEquals(entities(0, 1), seen(cursor));
    }

    private static List<Long> entities(int... indices) {
        List<Long> entities = new ArrayList<>();
        for (int index : indices) {
            entities.add(Entity.of(index, 1));
        }
        return entities;
    }

    private static List<Long> seen(RemovalCursor cursor) {
        List<Long> seen = new ArrayList<>();
        while (cursor.remaining() > 0) {
            seen.add(cursor.next());
        }
        return seen;
    }
}
