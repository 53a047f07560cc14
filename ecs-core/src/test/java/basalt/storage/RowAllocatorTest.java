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
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowAllocatorTest {
    private final FailingMemory memory = new FailingMemory(new DirtyMemory(0xFF));
    private final Store store = new Store(new BlockPool(memory, 0));
    private final Entities entities = store.entities();
    private final RowAllocator rowAllocator = new RowAllocator(store, new Prototype(List.of(), store));
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
            assertEquals(Entity.of(row, 1), rowAllocator.single(nothing));
        }
        assertEquals(200, entities.count());
    }

    @Test
    void shouldTakeTheClaimedRowsFirstAndThenTheLowest() {
        for (int i = 0; i < 70; i++) {
            rowAllocator.single(nothing);
        }
        destroy(Entity.of(3, 1));
        destroy(Entity.of(65, 1));
        for (int row = 70; row < 128; row++) {
            assertEquals(Entity.of(row, 1), rowAllocator.single(nothing));
        }
        assertEquals(Entity.of(3, 3), rowAllocator.single(nothing));
        assertEquals(Entity.of(65, 3), rowAllocator.single(nothing));
        assertEquals(Entity.of(128, 1), rowAllocator.single(nothing));
    }

    @Test
    void shouldTakeTheLowestOnceTheClaimIsGivenUp() {
        for (int i = 0; i < 70; i++) {
            rowAllocator.single(nothing);
        }
        destroy(Entity.of(3, 1));
        rowAllocator.unclaim();
        rowAllocator.unclaim();

        assertEquals(Entity.of(3, 3), rowAllocator.single(nothing));
        assertEquals(Entity.of(70, 1), rowAllocator.single(nothing));
    }

    @Test
    void shouldGiveUpAClaimOnTheLastRowsOfABlock() {
        for (int i = 0; i < ROWS - 1; i++) {
            rowAllocator.single(nothing);
        }
        rowAllocator.unclaim();
        assertEquals(Entity.of(ROWS - 1, 1), rowAllocator.single(nothing));
        assertEquals(Entity.of(ROWS, 1), rowAllocator.single(nothing));
    }

    @Test
    void shouldHaveTheValuesOfTheirPrototype() {
        rowAllocator.single(nothing);
        long one = rowAllocator.single(something);
        rowAllocator.several(something, 100, spawned);

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
        rowAllocator.several(something, 3, spawned);
        assertEquals(0b111, spawned.rows());
        rowAllocator.several(something, 1, spawned);
        assertEquals(0b1000, spawned.rows());
        assertEquals(4, entities.count());
        rowAllocator.several(something, 60, spawned);
        assertEquals(-1L << 4, spawned.rows());
        rowAllocator.several(something, Integer.MAX_VALUE, spawned);
        assertEquals(-1L, spawned.rows());
        assertEquals(1, spawned.word());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldNotHappenWithoutMemory(int failing) {
        for (int i = 1; i < failing; i++) {
            switch (i) {
                case 1 -> rowAllocator.single(nothing);
                default -> store.pools().reservePage(store.blocks().base(0), Rare.TYPE);
            }
        }
        int before = entities.count();
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> rowAllocator.single(rare));
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> rowAllocator.several(rare, 10, spawned));

        assertEquals(before, entities.count());
        assertFalse(entities.isAlive(Entity.of(before, 1)));
        long entity = rowAllocator.single(rare);
        assertEquals(Entity.of(before, 1), entity);
        assertEquals(new Rare(1, "x"), RowImage.read(store.blocks().base(0), before, Rare.TYPE, store));
    }

    @Test
    void shouldNotUseRetiredRows() {
        rowAllocator.several(nothing, 64, spawned);
        for (int row = 0; row < 64; row++) {
            ColumnMemory.putInt(spawned.base(), row, GENERATIONS, Entity.LAST_GENERATION);
        }
        entities.destroy(spawned.base(), 0, -1L);
        rowAllocator.unclaim();

        assertEquals(64, entities.retiredRows());
        assertEquals(Entity.of(64, 1), rowAllocator.single(nothing));
        rowAllocator.unclaim();
        rowAllocator.several(nothing, 100, spawned);
        assertEquals(1, spawned.word());
        assertEquals(-2L, spawned.rows());
    }

    @Test
    void shouldPromiseHandlesInAscendingOrder() {
        rowAllocator.single(nothing);
        for (int row = 1; row < 200; row++) {
            long promised = rowAllocator.reserve();
            assertEquals(Entity.of(row, 1), promised);
            assertFalse(entities.isAlive(promised));
            assertEquals(0, entities.tryLocate(promised));
        }
        assertEquals(1, entities.count());
        assertEquals(Entity.of(200, 1), rowAllocator.single(nothing), "no other is born in a promised row");
        rowAllocator.unclaim();
        assertEquals(Entity.of(201, 1), rowAllocator.single(nothing));
    }

    @Test
    void shouldBearWhatWasPromisedInAnyOrder() {
        RowAllocator odd = new RowAllocator(store, something);
        List<Long> promised = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            promised.add(odd.reserve());
        }
        Collections.shuffle(promised, new Random(5));
        for (int i = 0; i < promised.size(); i++) {
            odd.activate(promised.get(i));
            assertEquals(i + 1, entities.count());
        }
        for (long entity : promised) {
            long base = entities.require(entity);
            assertEquals(Kinds.ODD, RowImage.read(base, Entity.index(entity), Kinds.TYPE, store));
            assertEquals(new Position(1, 2), RowImage.read(base, Entity.index(entity), Position.TYPE, store));
        }
    }

    @Test
    void shouldGiveTheRowOfABrokenPromiseBackButNotItsHandle() {
        long broken = rowAllocator.reserve();
        rowAllocator.cancelReservation(broken);
        rowAllocator.unclaim();
        long next = rowAllocator.single(nothing);

        assertEquals(Entity.of(0, 3), next);
        assertFalse(entities.isAlive(broken), "it may have been kept");
        destroy(next);
        rowAllocator.unclaim();
        assertEquals(Entity.of(0, 5), rowAllocator.reserve());
    }

    @Test
    void shouldGiveTheOnlyFreeRowOfABlockBack() {
        for (int i = 0; i < ROWS; i++) {
            rowAllocator.single(nothing);
        }
        destroy(Entity.of(77, 1));
        long promised = rowAllocator.reserve();
        assertEquals(Entity.of(77, 3), promised);
        rowAllocator.cancelReservation(promised);

        assertEquals(1, rowAllocator.blocksWithFreeRow());
        assertEquals(Entity.of(77, 5), rowAllocator.reserve());
        assertEquals(Entity.of(ROWS, 1), rowAllocator.reserve());
    }

    /** The last handle of a row, if it goes to no entity, retires the row as the last entity's end would. */
    @Test
    void shouldRetireARowWhoseLastHandleWasPromisedInVain() {
        rowAllocator.several(nothing, 1, spawned);
        long base = spawned.base();
        destroy(Entity.of(0, 1));
        rowAllocator.unclaim();
        ColumnMemory.putInt(base, 0, GENERATIONS, Entity.LAST_GENERATION - 1);
        long last = rowAllocator.reserve();
        assertEquals(Entity.of(0, Entity.LAST_GENERATION), last);

        rowAllocator.cancelReservation(last);
        rowAllocator.unclaim();

        assertEquals(1, entities.retiredRows());
        assertFalse(entities.isAlive(last));
        assertFalse(RowBits.get(base + FREE_SUMMARY, base + FREE, 0));
        assertEquals(Entity.of(1, 1), rowAllocator.single(nothing));
    }

    @Test
    void shouldBearTheLastOfARow() {
        rowAllocator.several(nothing, 1, spawned);
        destroy(Entity.of(0, 1));
        rowAllocator.unclaim();
        ColumnMemory.putInt(spawned.base(), 0, GENERATIONS, Entity.LAST_GENERATION - 1);
        long last = rowAllocator.reserve();
        rowAllocator.activate(last);

        assertTrue(entities.isAlive(last));
        destroy(last);
        assertEquals(1, entities.retiredRows());
    }

    @Test
    void shouldPromiseNothingWithoutMemory() {
        memory.failNext();
        assertThrows(NativeMemoryException.class, rowAllocator::reserve);

        assertEquals(0, store.blocks().count());
        assertEquals(Entity.of(0, 1), rowAllocator.reserve());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldBreakThePromiseThatItHasNoMemoryFor(int failing) {
        RowAllocator rareBirths = new RowAllocator(store, rare);
        long promised = rareBirths.reserve();
        if (failing == 2) {
            store.pools().reservePage(store.blocks().base(0), Rare.TYPE);
        }
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> rareBirths.activate(promised));

        assertEquals(0, entities.count());
        assertFalse(entities.isAlive(promised));
        rareBirths.unclaim();
        long next = rareBirths.reserve();
        assertEquals(Entity.of(0, 3), next);
        rareBirths.activate(next);
        assertEquals(new Rare(1, "x"), RowImage.read(store.blocks().base(0), 0, Rare.TYPE, store));
    }

    /** Whatever comes and goes: no row has two entities, and none is lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldKeepAccountOfAllRows(long seed) {
        Random random = new Random(seed);
        RowAllocator other = new RowAllocator(store, new Prototype(List.of(), store));
        List<Long> living = new ArrayList<>();
        Map<Long, RowAllocator> promised = new LinkedHashMap<>();
        Set<Long> given = new HashSet<>();
        for (int step = 0; step < 20_000; step++) {
            RowAllocator chosen = random.nextInt(3) == 0 ? other : rowAllocator;
            switch (random.nextInt(6)) {
                case 0 -> living.add(chosen.single(nothing));
                case 4 -> {
                    long handle = chosen.reserve();
                    assertTrue(given.add(handle), () -> "promised twice: " + Entity.toString(handle));
                    promised.put(handle, chosen);
                }
                case 5 -> keep(promised, living, random.nextInt(30), random);
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
        keep(promised, living, promised.size(), random);
        Set<Integer> rows = new HashSet<>();
        for (long entity : living) {
            assertTrue(entities.isAlive(entity));
            assertTrue(rows.add(Entity.index(entity)));
        }
        assertEquals(living.size(), entities.count());
        rowAllocator.unclaim();
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

    /** Bears some of the promised, and breaks the promise to others. */
    private void keep(Map<Long, RowAllocator> promised, List<Long> living, int most, Random random) {
        Iterator<Map.Entry<Long, RowAllocator>> next = promised.entrySet().iterator();
        for (int i = 0; i < most && next.hasNext(); i++) {
            Map.Entry<Long, RowAllocator> promise = next.next();
            long entity = promise.getKey();
            assertFalse(entities.isAlive(entity));
            if (random.nextBoolean()) {
                promise.getValue().activate(entity);
                living.add(entity);
            } else {
                promise.getValue().cancelReservation(entity);
                assertFalse(entities.isAlive(entity));
            }
            next.remove();
        }
    }

    private void destroy(long entity) {
        int row = Entity.index(entity) & ROWS - 1;
        entities.destroy(entities.require(entity), row >>> 6, 1L << row);
    }
}
