package basalt.storage;

import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.DeadEntityException;
import basalt.component.Entity;
import basalt.memory.FailingMemory;
import basalt.storage.Entities.RowMask;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntitiesTest {
    /** Even, and one before the last generation: the next spawn in this row is the last one. */
    private static final int BEFORE_LAST = Entity.LAST_GENERATION - 1;

    private final FailingMemory memory = new FailingMemory(new DirtyMemory(0xFF));
    private final Store store = new Store(new BlockPool(memory, 0));
    private final Entities entities = store.entities();
    private final StoreSpawner spawner = new StoreSpawner(store);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldLocateOnlyAliveEntities() {
        long entity = spawner.one();

        assertEquals(Place.of(store.blocks().base(0), 0), entities.tryLocate(entity));
        assertEquals(0, entities.tryLocate(Entity.NULL));
        assertEquals(0, entities.tryLocate(Entity.of(0, 0)), "no entity has an even generation");
        assertEquals(0, entities.tryLocate(Entity.of(0, 3)));
        assertEquals(0, entities.tryLocate(Entity.of(1, 1)), "a free row");
        assertEquals(0, entities.tryLocate(Entity.of(ROWS, 1)), "a block that is not there");
        assertEquals(0, entities.tryLocate(-1L));
        assertEquals(0, entities.tryLocate(Long.MIN_VALUE));
        destroy(entity);
        assertEquals(0, entities.tryLocate(entity));
    }

    @Test
    void shouldSpawnNoMoreThanTheLimitAndInOneWord() {
        RowMask spawned = spawner.upTo(5);
        assertEquals(0b11111, spawned.rows());
        assertEquals(0, spawned.word());
        destroy(Entity.of(1, 1));
        destroy(Entity.of(3, 1));

        spawner.upTo(3);
        assertEquals(0b101010, spawned.rows());
        spawner.upTo(100);
        assertEquals(-1L << 6, spawned.rows());
        assertEquals(0, spawned.word());
        spawner.upTo(100);
        assertEquals(-1L, spawned.rows());
        assertEquals(1, spawned.word());
        assertEquals(128, entities.count());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 4095, 4096, 4097, 16383, 16384, 16385})
    void shouldFillRowsInOrder(int count) {
        spawner.many(count);

        assertEquals(count, entities.count());
        assertEquals((count + ROWS - 1) / ROWS, store.blocks().count());
        for (int row = 0; row < count; row++) {
            assertTrue(entities.isAlive(Entity.of(row, 1)), "row " + row);
        }
        assertFalse(entities.isAlive(Entity.of(count, 1)));
    }

    @Test
    void shouldGiveAllocatorsBlocksOfTheirOwn() {
        StoreSpawner other = new StoreSpawner(store);
        assertEquals(0, Entity.index(spawner.one()));
        assertEquals(ROWS, Entity.index(other.one()));
        assertEquals(1, Entity.index(spawner.one()));
        assertEquals(ROWS + 1, Entity.index(other.one()));
        spawner.many(ROWS - 2);
        assertEquals(2 * ROWS, Entity.index(spawner.one()));

        destroy(Entity.of(5, 1));
        assertEquals(ROWS + 2, Entity.index(other.one()));
        assertEquals(Entity.of(5, 3), spawner.one());
        assertEquals(2 * ROWS + 1, Entity.index(spawner.one()));
    }

    @Test
    void shouldFindAFreeRowInAFullBlockAgain() {
        spawner.many(6 * ROWS);
        destroy(Entity.of(3 * ROWS + 100, 1));
        destroy(Entity.of(ROWS - 1, 1));

        assertEquals(Entity.of(ROWS - 1, 3), spawner.one());
        assertEquals(Entity.of(3 * ROWS + 100, 3), spawner.one());
        assertEquals(6 * ROWS, Entity.index(spawner.one()));
    }

    @Test
    void shouldRetireARowWhoseGenerationsRanOut() {
        spawner.one();
        destroy(Entity.of(0, 1));
        setGeneration(0, BEFORE_LAST);
        long last = spawner.one();
        assertEquals(Entity.of(0, Entity.LAST_GENERATION), last);
        assertTrue(entities.isAlive(last));
        assertEquals(0, entities.retiredRows());

        destroy(last);

        assertEquals(1, entities.retiredRows());
        assertFalse(entities.isAlive(last));
        assertFalse(entities.isAlive(Entity.of(0, 0)));
        assertFalse(entities.isAlive(Entity.of(0, 1)));
        assertEquals(0, entities.count());
        assertEquals(Entity.of(1, 1), spawner.one());
        spawner.many(ROWS - 2);
        assertEquals(ROWS, Entity.index(spawner.one()), "the block is full without its retired row");
    }

    @Test
    void shouldGoOnInAnotherBlockWhenAllRowsAreRetired() {
        spawner.many(ROWS);
        for (int row = 0; row < ROWS; row++) {
            setGeneration(row, Entity.LAST_GENERATION);
        }
        for (int word = 0; word < ROWS / 64; word++) {
            entities.destroy(store.blocks().base(0), word, -1L);
        }

        assertEquals(ROWS, entities.retiredRows());
        assertEquals(0, entities.count());
        assertEquals(Entity.of(ROWS, 1), spawner.one());
    }

    @Test
    void shouldFreeTheOneRowOfAFullBlockThatIsNotRetired() {
        spawner.many(ROWS);
        setGeneration(10, Entity.LAST_GENERATION);
        destroy(Entity.of(10, Entity.LAST_GENERATION));
        assertEquals(ROWS, Entity.index(spawner.one()));

        destroy(Entity.of(11, 1));

        assertEquals(Entity.of(11, 3), spawner.one());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0L, // NULL
                1L << 32 | 5, // a row of the block that was never used
                2L << 32, // an even generation
                3L << 32, // a later generation
                -1L << 32, // the last generation
                0xFFFFFFFFL, // a block that does not exist
                -1L,
                1L << 32 | ROWS,
                1L << 32 | 0x8000_0000L,
                Long.MIN_VALUE
            })
    void shouldTreatForgedHandlesAsNotAlive(long forged) {
        spawner.one();

        assertFalse(entities.isAlive(forged));
        DeadEntityException dead = assertThrows(DeadEntityException.class, () -> entities.require(forged));
        assertEquals(forged, dead.entity());
        assertEquals((int) forged == 0 ? 1 : 0, dead.currentGeneration());
    }

    private void destroy(long entity) {
        int row = Entity.index(entity) & ROWS - 1;
        entities.destroy(Place.base(entities.require(entity)), row >>> 6, 1L << row);
    }

    private void setGeneration(int row, int generation) {
        ColumnMemory.putInt(store.blocks().base(0), row, GENERATIONS, generation);
    }
}
