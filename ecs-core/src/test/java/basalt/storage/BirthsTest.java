package basalt.storage;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.FREE;
import static basalt.component.BlockLayout.FREE_SUMMARY;
import static basalt.component.BlockLayout.GENERATIONS;
import static basalt.component.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Rarer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BirthsTest {
    private final FailingMemory memory = new FailingMemory(new DirtyMemory(0xFF));
    private final Store store = new Store(new BlockPool(memory, 0));
    private final Entities entities = store.entities();
    private final Births births = new Births(store, new Prototype(List.of(), store));
    private final Prototype nothing = new Prototype(List.of(), store);
    private final Prototype something =
            new Prototype(List.of(RowImage.of(Kinds.ODD), RowImage.of(new Position(1, 2))), store);
    private final Prototype rare =
            new Prototype(List.of(RowImage.of(new Rare(1, "x")), RowImage.of(new Rarer(2))), store);
    private final SpawnedRows spawned = new SpawnedRows();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldBeInAscendingRows() {
        for (int row = 0; row < 200; row++) {
            assertEquals(Entity.of(row, 1), births.single(nothing));
        }
        assertEquals(200, entities.count());
    }

    @Test
    void shouldTakeTheClaimedRowsFirstAndThenTheLowest() {
        for (int i = 0; i < 70; i++) {
            births.single(nothing);
        }
        destroy(Entity.of(3, 1));
        destroy(Entity.of(65, 1));
        for (int row = 70; row < 128; row++) {
            assertEquals(Entity.of(row, 1), births.single(nothing));
        }
        assertEquals(Entity.of(3, 3), births.single(nothing));
        assertEquals(Entity.of(65, 3), births.single(nothing));
        assertEquals(Entity.of(128, 1), births.single(nothing));
    }

    @Test
    void shouldTakeTheLowestOnceTheClaimIsGivenUp() {
        for (int i = 0; i < 70; i++) {
            births.single(nothing);
        }
        destroy(Entity.of(3, 1));
        births.unclaim();
        births.unclaim();

        assertEquals(Entity.of(3, 3), births.single(nothing));
        assertEquals(Entity.of(70, 1), births.single(nothing));
    }

    @Test
    void shouldGiveUpAClaimOnTheLastRowsOfABlock() {
        for (int i = 0; i < ROWS - 1; i++) {
            births.single(nothing);
        }
        births.unclaim();
        assertEquals(Entity.of(ROWS - 1, 1), births.single(nothing));
        assertEquals(Entity.of(ROWS, 1), births.single(nothing));
    }

    @Test
    void shouldHaveTheValuesOfTheirPrototype() {
        births.single(nothing);
        long one = births.single(something);
        births.several(something, 100, spawned);

        assertEquals(-1L << 2, spawned.rows(), "the rest of the claimed word");
        for (int row = 1; row < 64; row++) {
            assertEquals(Kinds.ODD, RowImage.read(spawned.base(), row, Kinds.TYPE, store));
            assertEquals(new Position(1, 2), RowImage.read(spawned.base(), row, Position.TYPE, store));
        }
        assertEquals(Entity.of(1, 1), one);
        assertFalse(Pools.has(spawned.base(), 0, Kinds.TYPE.id()));
        assertFalse(Pools.has(spawned.base(), 64, Kinds.TYPE.id()));
        assertFalse(Pools.has(spawned.base(), 64, ALIVE_ID));
    }

    @Test
    void shouldBeNoMoreThanAskedFor() {
        births.several(something, 3, spawned);
        assertEquals(0b111, spawned.rows());
        births.several(something, 1, spawned);
        assertEquals(0b1000, spawned.rows());
        assertEquals(4, entities.count());
        births.several(something, 60, spawned);
        assertEquals(-1L << 4, spawned.rows());
        births.several(something, Integer.MAX_VALUE, spawned);
        assertEquals(-1L, spawned.rows());
        assertEquals(1, spawned.word());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNotHappenWithoutMemory(int failing) {
        for (int i = 1; i < failing; i++) {
            switch (i) {
                case 1 -> births.single(nothing);
                default -> store.pools().reservePage(store.blocks().base(0), Rare.TYPE);
            }
        }
        int before = entities.count();
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> births.single(rare));
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> births.several(rare, 10, spawned));

        assertEquals(before, entities.count());
        assertFalse(entities.isAlive(Entity.of(before, 1)));
        long entity = births.single(rare);
        assertEquals(Entity.of(before, 1), entity);
        assertEquals(new Rare(1, "x"), RowImage.read(store.blocks().base(0), before, Rare.TYPE, store));
    }

    @Test
    void shouldNotUseRetiredRows() {
        births.several(nothing, 64, spawned);
        for (int row = 0; row < 64; row++) {
            ColumnMemory.putInt(spawned.base(), row, GENERATIONS, Entity.LAST_GENERATION);
        }
        entities.destroy(spawned.base(), 0, -1L);
        births.unclaim();

        assertEquals(64, entities.retiredRows());
        assertEquals(Entity.of(64, 1), births.single(nothing));
        births.unclaim();
        births.several(nothing, 100, spawned);
        assertEquals(1, spawned.word());
        assertEquals(-2L, spawned.rows());
    }

    /** Whatever comes and goes: no row has two entities, and none is lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepAccountOfAllRows(long seed) {
        Random random = new Random(seed);
        Births other = new Births(store, new Prototype(List.of(), store));
        List<Long> living = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            Births chosen = random.nextInt(3) == 0 ? other : births;
            switch (random.nextInt(4)) {
                case 0 -> living.add(chosen.single(nothing));
                case 1 -> {
                    chosen.unclaim();
                    chosen.several(something, 1 + random.nextInt(70), spawned);
                    for (long rest = spawned.rows(); rest != 0; rest &= rest - 1) {
                        int row = (spawned.word() << 6) + Long.numberOfTrailingZeros(rest);
                        living.add(Entities.handle(spawned.base(), row));
                    }
                }
                default -> {
                    for (int i = random.nextInt(40); i > 0 && !living.isEmpty(); i--) {
                        int last = living.size() - 1;
                        int chosenIndex = random.nextInt(living.size());
                        destroy(living.get(chosenIndex));
                        living.set(chosenIndex, living.get(last));
                        living.remove(last);
                    }
                }
            }
        }
        Set<Integer> rows = new HashSet<>();
        for (long entity : living) {
            assertTrue(entities.isAlive(entity));
            assertTrue(rows.add(Entity.index(entity)));
        }
        assertEquals(living.size(), entities.count());
        births.unclaim();
        other.unclaim();
        int free = 0;
        for (int block = 0; block < store.blocks().count(); block++) {
            long base = store.blocks().base(block);
            for (int row = 0; row < ROWS; row++) {
                boolean isFree = RowBits.get(base + FREE_SUMMARY, base + FREE, row);
                assertEquals(!isFree, Pools.has(base, row, ALIVE_ID));
                free += isFree ? 1 : 0;
            }
        }
        assertEquals(store.blocks().count() * ROWS - living.size(), free);
    }

    private void destroy(long entity) {
        int row = Entity.index(entity) & ROWS - 1;
        entities.destroy(entities.require(entity), row >>> 6, 1L << row);
    }
}
