package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.ForwardingMemory;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A restoration that fails in its middle, as when the heap is full: the next one puts everything right. */
class BrokenRestorationTest {
    private final CountingMemory memory = new CountingMemory(new DirtyMemory(0xFF));
    private int failing;

    /** Fails in its n-th call of free, which a restoration calls when blocks vanish. */
    private final ForwardingMemory broken = new ForwardingMemory(memory) {
        @Override
        public void free(long address, long bytes) {
            super.free(address, bytes);
            if (failing > 0 && --failing == 0) {
                throw new OutOfMemoryError("for a test");
            }
        }
    };

    private final Store store = new Store(new BlockPool(broken, 0));
    private final RowAllocator allocator = store.newAllocator(store.newPrototype(List.of(RowImage.of(new Health(5)))));
    private final RowAllocator other = store.newAllocator(store.newPrototype(List.of()));
    private final KeptStates states = new KeptStates(store, memory);

    @AfterEach
    void close() {
        failing = 0;
        states.close();
        store.close();
        assertEquals(0, memory.outstanding());
    }

    private List<Long> spawn(RowAllocator from, int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spawned.add(store.structure().spawn(from));
        }
        return spawned;
    }

    private void setPoints(List<Long> entities, int points) {
        for (long entity : entities) {
            long place = store.entities().require(entity);
            ColumnMemory.putInt(Place.base(place), Place.row(place), Health.POINTS.offset(), points);
            store.changeTracker().recordWritten(place, Health.TYPE);
        }
    }

    private void assertPoints(List<Long> entities, int points) {
        for (long entity : entities) {
            long base = Place.base(store.entities().require(entity));
            int row = Entity.index(entity) & ROWS - 1;
            assertTrue(Pools.has(base, row, Health.TYPE.id()));
            assertEquals(points, ColumnMemory.getInt(base, row, Health.POINTS.offset()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldBePutRightByTheNextOne(int nthFree) {
        List<Long> few = spawn(allocator, 100);
        int first = states.capture();
        setPoints(few, 6);
        List<Long> others = spawn(other, 2 * ROWS);
        List<Long> more = spawn(allocator, ROWS);
        int second = states.capture();
        setPoints(few, 7);
        setPoints(more, 8);

        failing = nthFree;
        assertThrows(OutOfMemoryError.class, () -> states.restore(first));
        assertTrue(states.isBroken());
        states.restore(second);
        assertFalse(states.isBroken());
        assertEquals(few.size() + others.size() + more.size(), store.entities().count());
        assertPoints(few, 6);
        assertPoints(more, 5);

        failing = nthFree;
        assertThrows(OutOfMemoryError.class, () -> states.restore(first));
        states.restore(first);
        assertFalse(states.isBroken());
        assertEquals(few.size(), store.entities().count());
        assertPoints(few, 5);
        assertEquals(ROWS, spawn(allocator, ROWS).size());
        states.restore(second);
        assertPoints(more, 5);
        others.forEach(entity -> assertTrue(store.entities().isAlive(entity)));
    }

    /** Memory that a failed one had taken is given back. */
    @Test
    void shouldNotKeepTheBlocksThatItHasTaken() {
        spawn(allocator, 100);
        int first = states.capture();
        spawn(other, ROWS);
        spawn(allocator, 3 * ROWS);
        int second = states.capture();
        states.restore(first);
        spawn(allocator, ROWS); // other blocks than those of the second state, which replaces them
        failing = 1;
        assertThrows(OutOfMemoryError.class, () -> states.restore(second));
        states.restore(second);
        states.restore(first);
        long bytes = memory.allocatedBytes();
        states.restore(second);
        states.restore(first);
        assertEquals(bytes, memory.allocatedBytes());
    }
}
