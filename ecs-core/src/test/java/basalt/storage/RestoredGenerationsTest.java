package basalt.storage;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows that have run out of generations, or will soon, when their store goes back to a snapshot. */
class RestoredGenerationsTest {
    private static final int BEFORE_LAST = Entity.LAST_GENERATION - 1;

    private final DirtyMemory memory = new DirtyMemory(0xFF);
    private final Store store = new Store(new BlockPool(memory, 0));
    private final Entities entities = store.entities();
    private final RowAllocator allocator = store.newAllocator(store.newPrototype(List.of()));
    private final KeptStates states = new KeptStates(store, memory);

    @AfterEach
    void close() {
        states.close();
        store.close();
    }

    private long spawn() {
        return store.structure().spawn(allocator);
    }

    private List<Long> spawn(int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spawned.add(spawn());
        }
        return spawned;
    }

    private void destroy(long entity) {
        store.structure().destroy(Place.base(entities.require(entity)), Entity.index(entity) & ROWS - 1);
    }

    private void setGeneration(int index, int generation) {
        ColumnMemory.putInt(store.blocks().base(index >>> ROW_BITS), index & ROWS - 1, GENERATIONS, generation);
    }

    /** Destroys an entity and spawns others until its row is used again, or all rows of its word were. */
    private long respawn(long entity) {
        destroy(entity);
        allocator.releaseClaimed();
        return spawn();
    }

    @Test
    void shouldRetireARowWhoseLastGenerationWasAbandoned() {
        spawn();
        setGeneration(0, BEFORE_LAST - 1);
        long first = Entity.of(0, BEFORE_LAST - 1);
        int state = states.capture();
        long last = respawn(first);
        assertEquals(Entity.of(0, Entity.LAST_GENERATION), last);

        states.restore(state);
        assertTrue(entities.isAlive(first));
        assertFalse(entities.isAlive(last));
        long other = respawn(first);
        assertEquals(1, Entity.index(other), "no generation of row 0 is left");
        assertEquals(1, entities.retiredRows());
        assertFalse(entities.isAlive(last));
        states.restore(state);
        assertTrue(entities.isAlive(first));
    }

    /** A row that was retired in the abandoned future. */
    @Test
    void shouldStayRetired() {
        spawn();
        setGeneration(0, BEFORE_LAST - 1);
        long first = Entity.of(0, BEFORE_LAST - 1);
        int state = states.capture();
        long last = respawn(first);
        destroy(last);
        assertEquals(1, entities.retiredRows());

        states.restore(state);
        assertTrue(entities.isAlive(first));
        assertEquals(0, entities.retiredRows());
        assertEquals(1, Entity.index(respawn(first)));
        assertEquals(1, entities.retiredRows());
    }

    /** Its generations do not begin again. */
    @Test
    void shouldRetireARowOfARestoredBlock() {
        spawn();
        int state = states.capture();
        respawn(Entity.of(0, 1));
        states.restore(state);
        setGeneration(0, Entity.LAST_GENERATION);
        assertEquals(1, Entity.index(respawn(Entity.of(0, Entity.LAST_GENERATION))));
        assertEquals(1, entities.retiredRows());
    }
}
