package basalt.storage;

import static basalt.component.layout.BlockLayout.ALIVE_ID;
import static basalt.component.layout.BlockLayout.FREE;
import static basalt.component.layout.BlockLayout.FREE_SUMMARY;
import static basalt.component.layout.BlockLayout.GENERATIONS;
import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.storage.Entities.RowMask;
import basalt.storage.access.Store;
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
    private final RowAllocator rowAllocator = store.newAllocator(store.newPrototype(List.of()));
    private final Prototype nothing = store.newPrototype(List.of());
    private final Prototype something =
            store.newPrototype(List.of(RowImage.of(Kinds.ODD), RowImage.of(new Position(1, 2))));
    private final Prototype rare =
            store.newPrototype(List.of(RowImage.of(new Rare(1, "x")), RowImage.of(new Rarer(2))));
    private final RowMask spawned = new RowMask();

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldTakeTheClaimedRowsFirstAndThenTheLowest() {
        for (int i = 0; i < 70; i++) {
            store.structure().spawn(rowAllocator, nothing);
        }
        destroy(Entity.of(3, 1));
        destroy(Entity.of(65, 1));
        for (int row = 70; row < 128; row++) {
            assertEquals(Entity.of(row, 1), store.structure().spawn(rowAllocator, nothing));
        }
        assertEquals(Entity.of(3, 3), store.structure().spawn(rowAllocator, nothing));
        assertEquals(Entity.of(65, 3), store.structure().spawn(rowAllocator, nothing));
        assertEquals(Entity.of(128, 1), store.structure().spawn(rowAllocator, nothing));
    }

    @Test
    void shouldUseTheLowestRowAfterTheClaimIsReleased() {
        for (int i = 0; i < 70; i++) {
            store.structure().spawn(rowAllocator, nothing);
        }
        destroy(Entity.of(3, 1));
        rowAllocator.releaseClaimed();
        rowAllocator.releaseClaimed();

        assertEquals(Entity.of(3, 3), store.structure().spawn(rowAllocator, nothing));
        assertEquals(Entity.of(70, 1), store.structure().spawn(rowAllocator, nothing));
    }

    @Test
    void shouldReleaseAClaimOfTheLastRowsOfABlock() {
        for (int i = 0; i < ROWS - 1; i++) {
            store.structure().spawn(rowAllocator, nothing);
        }
        rowAllocator.releaseClaimed();
        assertEquals(Entity.of(ROWS - 1, 1), store.structure().spawn(rowAllocator, nothing));
        assertEquals(Entity.of(ROWS, 1), store.structure().spawn(rowAllocator, nothing));
    }

    @Test
    void shouldHaveTheValuesOfTheirPrototype() {
        store.structure().spawn(rowAllocator, nothing);
        long one = store.structure().spawn(rowAllocator, something);
        store.structure().spawnInWord(rowAllocator, something, 100, spawned);

        assertEquals(-1L << 2, spawned.rows(), "the rest of the claimed word");
        for (int row = 1; row < 64; row++) {
            assertEquals(Kinds.ODD, store.pools().read(spawned.base(), row, Kinds.TYPE));
            assertEquals(new Position(1, 2), store.pools().read(spawned.base(), row, Position.TYPE));
        }
        assertEquals(Entity.of(1, 1), one);
        assertFalse(Pools.has(spawned.base(), 0, Kinds.TYPE.id()));
        assertFalse(Pools.has(spawned.base(), 64, Kinds.TYPE.id()));
        assertFalse(Pools.has(spawned.base(), 64, ALIVE_ID));
    }

    @Test
    void shouldHaveTheValuesOfTheAllocatorsOwnPrototype() {
        RowAllocator odd = store.newAllocator(something);
        for (int row = 0; row < 130; row++) {
            long entity = store.structure().spawn(odd);
            long base = Place.base(entities.require(entity));
            assertEquals(Entity.of(row, 1), entity);
            assertEquals(Kinds.ODD, store.pools().read(base, row, Kinds.TYPE));
            assertEquals(new Position(1, 2), store.pools().read(base, row, Position.TYPE));
            assertFalse(Pools.has(base, row + 1, ALIVE_ID), "the row of the next entity");
            assertFalse(Pools.has(base, row + 1, Position.TYPE.id()), "the row of the next entity");
        }
    }

    @Test
    void shouldHaveTheInitialValuesInARowThatWasUsedBefore() {
        RowAllocator odd = store.newAllocator(something);
        for (int i = 0; i < 64; i++) {
            store.structure().spawn(odd);
        }
        long base = store.blocks().base(0);
        for (int row = 10; row < 20; row++) {
            store.pools().write(base, 0, 1L << row, RowImage.of(new Position(7, 8)));
            destroy(Entity.of(row, 1));
        }
        for (int row = 10; row < 20; row++) {
            assertEquals(Entity.of(row, 3), store.structure().spawn(odd));
            assertEquals(new Position(1, 2), store.pools().read(base, row, Position.TYPE));
        }
    }

    @Test
    void shouldSpawnInAWordWhoseSummaryWasClearedMeanwhile() {
        RowAllocator odd = store.newAllocator(something);
        destroy(store.structure().spawn(odd)); // word 0 is empty, but the allocator still has claimed rows in it
        store.pools().presence().summariseEmptied();
        long entity = store.structure().spawn(odd);

        assertEquals(Entity.of(1, 1), entity);
        assertTrue(entities.isAlive(entity));
        assertEquals(new Position(1, 2), store.pools().read(store.blocks().base(0), 1, Position.TYPE));
        assertFalse(Pools.has(store.blocks().base(0), 0, Position.TYPE.id()));
    }

    @Test
    void shouldMixItsOwnPrototypeWithOthersAndReservations() {
        RowAllocator odd = store.newAllocator(something);
        store.structure().spawn(odd);
        store.structure().spawn(odd, nothing);
        long reserved = odd.reserve();
        store.structure().spawn(odd);
        store.structure().activate(odd, reserved, null);
        store.structure().spawnInWord(odd, something, 2, spawned);
        store.structure().spawn(odd);

        long base = store.blocks().base(0);
        assertEquals(7, entities.count());
        for (int row = 0; row < 7; row++) {
            assertEquals(row != 1, Pools.has(base, row, Position.TYPE.id()), "row " + row);
            assertTrue(row == 1 || new Position(1, 2).equals(store.pools().read(base, row, Position.TYPE)));
        }
        assertEquals(Entity.of(7, 1), store.structure().spawn(odd));
    }

    /** The rows of a claim have the values of the next entities. */
    @Test
    void shouldNotCountClaimedRowsAsFree() {
        RowAllocator odd = store.newAllocator(something);
        store.structure().spawn(odd);

        assertEquals(
                0,
                RowBits.word(
                        store.blocks().base(0) + FREE_SUMMARY, store.blocks().base(0) + FREE, 0));
    }

    /** There is no memory for the block, or for moving it to where the components have room. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldChangeNothingWithoutMemory(boolean hasBlock) {
        MovingBlocks.during(() -> changeNothingWithoutMemory(hasBlock));
    }

    private void changeNothingWithoutMemory(boolean hasBlock) {
        int before = hasBlock ? 1 : 0;
        if (hasBlock) {
            store.structure().spawn(rowAllocator, nothing);
        }
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> store.structure().spawn(rowAllocator, rare));
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> store.structure().spawnInWord(rowAllocator, rare, 10, spawned));

        assertEquals(before, entities.count());
        assertFalse(entities.isAlive(Entity.of(before, 1)));
        long entity = store.structure().spawn(rowAllocator, rare);
        assertEquals(Entity.of(before, 1), entity);
        assertEquals(new Rare(1, "x"), store.pools().read(store.blocks().base(0), before, Rare.TYPE));
    }

    /** Rows are prepared for spawns that follow, and a block moves without the columns that no entity has. */
    @Test
    void shouldHaveTheirValuesAfterTheirBlockHasMovedWithoutThem() {
        RowAllocator positions = store.newAllocator(store.newPrototype(List.of(RowImage.of(new Position(1, 2)))));
        for (int i = 0; i < 2; i++) {
            store.structure().spawn(positions);
        }
        store.structure().remove(store.blocks().base(0), 0, 0b11, Position.TYPE);
        store.pools().presence().summariseEmptied();
        MovingBlocks.during(() -> {
            store.structure().add(store.blocks().base(0), 0, Kinds.TYPE);
        });
        for (int row = 2; row < 64; row++) {
            assertEquals(Entity.of(row, 1), store.structure().spawn(positions));
            assertEquals(new Position(1, 2), store.pools().read(store.blocks().base(0), row, Position.TYPE));
        }
    }

    @Test
    void shouldNotUseRetiredRows() {
        store.structure().spawnInWord(rowAllocator, nothing, 64, spawned);
        for (int row = 0; row < 64; row++) {
            ColumnMemory.putInt(spawned.base(), row, GENERATIONS, Entity.LAST_GENERATION);
        }
        entities.destroy(spawned.base(), 0, -1L);
        rowAllocator.releaseClaimed();

        assertEquals(64, entities.retiredRows());
        assertEquals(Entity.of(64, 1), store.structure().spawn(rowAllocator, nothing));
        rowAllocator.releaseClaimed();
        store.structure().spawnInWord(rowAllocator, nothing, 100, spawned);
        assertEquals(1, spawned.word());
        assertEquals(-2L, spawned.rows());
    }

    @Test
    void shouldReserveHandlesInAscendingOrder() {
        store.structure().spawn(rowAllocator, nothing);
        for (int row = 1; row < 200; row++) {
            long reserved = rowAllocator.reserve();
            assertEquals(Entity.of(row, 1), reserved);
            assertFalse(entities.isAlive(reserved));
            assertEquals(0, entities.tryLocate(reserved));
        }
        assertEquals(1, entities.count());
        assertEquals(
                Entity.of(200, 1),
                store.structure().spawn(rowAllocator, nothing),
                "no other is spawned in a reserved row");
        rowAllocator.releaseClaimed();
        assertEquals(Entity.of(201, 1), store.structure().spawn(rowAllocator, nothing));
    }

    @Test
    void shouldActivateReservedHandlesInAnyOrder() {
        RowAllocator odd = store.newAllocator(something);
        List<Long> reserved = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            reserved.add(odd.reserve());
        }
        Collections.shuffle(reserved, new Random(5));
        for (int i = 0; i < reserved.size(); i++) {
            store.structure().activate(odd, reserved.get(i), null);
            assertEquals(i + 1, entities.count());
        }
        for (long entity : reserved) {
            long base = Place.base(entities.require(entity));
            assertEquals(Kinds.ODD, store.pools().read(base, Entity.index(entity), Kinds.TYPE));
            assertEquals(new Position(1, 2), store.pools().read(base, Entity.index(entity), Position.TYPE));
        }
    }

    @Test
    void shouldFreeTheRowOfACancelledReservationButNotItsHandle() {
        long cancelled = rowAllocator.reserve();
        rowAllocator.cancelReservation(cancelled);
        rowAllocator.releaseClaimed();
        long next = store.structure().spawn(rowAllocator, nothing);

        assertEquals(Entity.of(0, 3), next);
        assertFalse(entities.isAlive(cancelled), "code may have stored the handle");
        destroy(next);
        rowAllocator.releaseClaimed();
        assertEquals(Entity.of(0, 5), rowAllocator.reserve());
    }

    @Test
    void shouldFreeTheOnlyFreeRowOfABlock() {
        for (int i = 0; i < ROWS; i++) {
            store.structure().spawn(rowAllocator, nothing);
        }
        destroy(Entity.of(77, 1));
        long reserved = rowAllocator.reserve();
        assertEquals(Entity.of(77, 3), reserved);
        rowAllocator.cancelReservation(reserved);

        assertEquals(1, rowAllocator.blocksWithFreeRow());
        assertEquals(Entity.of(77, 5), rowAllocator.reserve());
        assertEquals(Entity.of(ROWS, 1), rowAllocator.reserve());
    }

    /** Cancelling the reservation of a row's last handle retires the row, like the destruction of its last entity. */
    @Test
    void shouldRetireARowWhoseLastReservationWasCancelled() {
        store.structure().spawnInWord(rowAllocator, nothing, 1, spawned);
        long base = spawned.base();
        destroy(Entity.of(0, 1));
        rowAllocator.releaseClaimed();
        ColumnMemory.putInt(base, 0, GENERATIONS, Entity.LAST_GENERATION - 1);
        long last = rowAllocator.reserve();
        assertEquals(Entity.of(0, Entity.LAST_GENERATION), last);

        rowAllocator.cancelReservation(last);
        rowAllocator.releaseClaimed();

        assertEquals(1, entities.retiredRows());
        assertFalse(entities.isAlive(last));
        assertFalse(RowBits.get(base + FREE_SUMMARY, base + FREE, 0));
        assertEquals(Entity.of(1, 1), store.structure().spawn(rowAllocator, nothing));
    }

    @Test
    void shouldReserveNothingWithoutMemory() {
        memory.failNext();
        assertThrows(NativeMemoryException.class, rowAllocator::reserve);

        assertEquals(0, store.blocks().count());
        assertEquals(Entity.of(0, 1), rowAllocator.reserve());
    }

    @Test
    void shouldCancelTheReservationThatItHasNoMemoryFor() {
        MovingBlocks.during(this::cancelAReservationWithoutMemory);
    }

    private void cancelAReservationWithoutMemory() {
        RowAllocator rareRows = store.newAllocator(rare);
        long reserved = rareRows.reserve();
        memory.failNext();
        assertThrows(NativeMemoryException.class, () -> store.structure().activate(rareRows, reserved, null));

        assertEquals(0, entities.count());
        assertFalse(entities.isAlive(reserved));
        rareRows.releaseClaimed();
        long next = rareRows.reserve();
        assertEquals(Entity.of(0, 3), next);
        store.structure().activate(rareRows, next, null);
        assertEquals(new Rare(1, "x"), store.pools().read(store.blocks().base(0), 0, Rare.TYPE));
    }

    /** Random spawns, reservations and destructions: no row has two entities, and no row is lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNeverLoseOrShareARow(long seed) {
        Random random = new Random(seed);
        RowAllocator other = store.newAllocator(store.newPrototype(List.of()));
        List<Long> alive = new ArrayList<>();
        Map<Long, RowAllocator> reserved = new LinkedHashMap<>();
        Set<Long> given = new HashSet<>();
        for (int step = 0; step < 20_000; step++) {
            RowAllocator chosen = random.nextInt(3) == 0 ? other : rowAllocator;
            switch (random.nextInt(6)) {
                case 0 -> alive.add(store.structure().spawn(chosen, nothing));
                case 4 -> {
                    long handle = chosen.reserve();
                    assertTrue(given.add(handle), () -> "reserved twice: " + Entity.toString(handle));
                    reserved.put(handle, chosen);
                }
                case 5 -> keep(reserved, alive, random.nextInt(30), random);
                case 1 -> {
                    chosen.releaseClaimed();
                    store.structure().spawnInWord(chosen, something, 1 + random.nextInt(70), spawned);
                    for (long rest = spawned.rows(); rest != 0; rest &= rest - 1) {
                        int row = (spawned.word() << 6) + Long.numberOfTrailingZeros(rest);
                        alive.add(Entities.handle(spawned.base(), row));
                    }
                }
                default -> {
                    for (int i = random.nextInt(40); i > 0 && !alive.isEmpty(); i--) {
                        int last = alive.size() - 1;
                        int chosenIndex = random.nextInt(alive.size());
                        destroy(alive.get(chosenIndex));
                        alive.set(chosenIndex, alive.get(last));
                        alive.remove(last);
                    }
                }
            }
        }
        keep(reserved, alive, reserved.size(), random);
        Set<Integer> rows = new HashSet<>();
        for (long entity : alive) {
            assertTrue(entities.isAlive(entity));
            assertTrue(rows.add(Entity.index(entity)));
        }
        assertEquals(alive.size(), entities.count());
        rowAllocator.releaseClaimed();
        other.releaseClaimed();
        int free = 0;
        for (int block = 0; block < store.blocks().count(); block++) {
            long base = store.blocks().base(block);
            for (int row = 0; row < ROWS; row++) {
                boolean isFree = RowBits.get(base + FREE_SUMMARY, base + FREE, row);
                assertEquals(!isFree, Pools.has(base, row, ALIVE_ID));
                free += isFree ? 1 : 0;
            }
        }
        assertEquals(store.blocks().count() * ROWS - alive.size(), free);
    }

    /** Activates some of the reserved handles, and cancels the others. */
    private void keep(Map<Long, RowAllocator> reserved, List<Long> alive, int most, Random random) {
        Iterator<Map.Entry<Long, RowAllocator>> next = reserved.entrySet().iterator();
        for (int i = 0; i < most && next.hasNext(); i++) {
            Map.Entry<Long, RowAllocator> reservation = next.next();
            long entity = reservation.getKey();
            assertFalse(entities.isAlive(entity));
            if (random.nextBoolean()) {
                reservation.getValue().activate(entity, reservation.getValue().prototype());
                alive.add(entity);
            } else {
                reservation.getValue().cancelReservation(entity);
                assertFalse(entities.isAlive(entity));
            }
            next.remove();
        }
    }

    private void destroy(long entity) {
        int row = Entity.index(entity) & ROWS - 1;
        entities.destroy(Place.base(entities.require(entity)), row >>> 6, 1L << row);
    }
}
