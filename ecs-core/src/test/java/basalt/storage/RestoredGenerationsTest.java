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

    @Test
    void shouldRetireAFreeRowWhoseLastGenerationWasAbandoned() {
        spawn();
        destroy(Entity.of(0, 1));
        allocator.releaseClaimed();
        setGeneration(0, BEFORE_LAST);
        int state = states.capture();
        long last = spawn();
        assertEquals(Entity.of(0, Entity.LAST_GENERATION), last);

        states.restore(state);
        assertEquals(1, entities.retiredRows());
        assertEquals(0, entities.count());
        spawn(ROWS - 1).forEach(entity -> assertTrue(Entity.index(entity) > 0, () -> Entity.toString(entity)));
        states.restore(state);
        assertEquals(1, Entity.index(spawn()));
        assertFalse(entities.isAlive(last));
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

    /** The blocks of the abandoned future are gone, and come back. */
    @Test
    void shouldStayRetiredInBlocksThatVanished() {
        int state = states.capture();
        spawn();
        states.restore(state);
        spawn();
        setGeneration(0, Entity.LAST_GENERATION);
        destroy(Entity.of(0, Entity.LAST_GENERATION));
        assertEquals(1, entities.retiredRows());
        allocator.releaseClaimed();
        assertEquals(Entity.of(1, 1), spawn());

        states.restore(state);
        assertEquals(0, store.blocks().count());
        List<Long> spawned = spawn(ROWS);
        spawned.forEach(entity -> assertTrue(Entity.index(entity) != 0, () -> Entity.toString(entity)));
        assertFalse(spawned.contains(Entity.of(1, 1)));
    }

    /** Entities that were alive in their last generation when their block vanished. */
    @Test
    void shouldBeRetiredInBlocksThatVanished() {
        int state = states.capture();
        spawn();
        setGeneration(0, Entity.LAST_GENERATION);
        states.restore(state);
        spawn(ROWS).forEach(entity -> assertTrue(Entity.index(entity) != 0, () -> Entity.toString(entity)));
        assertEquals(1, entities.retiredRows());
        states.restore(state);
        assertEquals(0, entities.retiredRows());
        spawn(ROWS).forEach(entity -> assertTrue(Entity.index(entity) != 0, () -> Entity.toString(entity)));
    }

    /** There were no kept generations yet when they were retired. */
    @Test
    void shouldStayRetiredInBlocksThatVanishForTheFirstTime() {
        int state = states.capture();
        spawn();
        setGeneration(0, Entity.LAST_GENERATION);
        destroy(Entity.of(0, Entity.LAST_GENERATION));
        assertEquals(1, entities.retiredRows());
        for (int times = 0; times < 2; times++) {
            states.restore(state);
            assertEquals(0, store.blocks().count());
            spawn(ROWS).forEach(entity -> assertTrue(Entity.index(entity) != 0, () -> Entity.toString(entity)));
            assertEquals(1, entities.retiredRows());
        }
    }

    /** Claimed rows of which one cannot be used any more. */
    @Test
    void shouldNotUseAClaimedRowThatIsRetired() {
        spawn(2);
        setGeneration(2, BEFORE_LAST);
        int state = states.capture();
        assertEquals(Entity.of(2, Entity.LAST_GENERATION), spawn());
        states.restore(state);
        assertEquals(3, Entity.index(spawn()));
        assertEquals(1, entities.retiredRows());
        spawn(ROWS - 4).forEach(entity -> assertTrue(Entity.index(entity) > 3, () -> Entity.toString(entity)));
        assertEquals(ROWS, Entity.index(spawn()));
    }

    /** A row that had no entity when it was captured, and runs out of generations later. */
    @Test
    void shouldBeRetiredWhereNoEntityEverLived() {
        spawn();
        int state = states.capture();
        assertEquals(Entity.of(1, 1), spawn());
        setGeneration(1, Entity.LAST_GENERATION);
        for (int times = 0; times < 3; times++) {
            states.restore(state);
            assertEquals(1, entities.retiredRows());
            spawn(ROWS - 2).forEach(entity -> assertTrue(Entity.index(entity) > 1, () -> Entity.toString(entity)));
            assertEquals(ROWS, Entity.index(spawn()));
        }
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
