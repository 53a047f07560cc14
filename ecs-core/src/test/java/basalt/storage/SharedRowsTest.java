package basalt.storage;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.storage.access.Store;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedRowsTest {
    private final Store store = new Store(new BlockPool(new DirtyMemory(0xFF), 0));
    private final RowAllocator one =
            store.newSharingAllocator(store.newPrototype(List.of(RowImage.of(new Position(1, 2)))));
    private final RowAllocator two = store.newSharingAllocator(store.newPrototype(List.of(RowImage.of(new Health(3)))));

    @AfterEach
    void close() {
        store.close();
    }

    private List<Long> spawn(RowAllocator allocator, int count) {
        List<Long> spawned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            spawned.add(store.structure().spawn(allocator));
        }
        return spawned;
    }

    private void destroy(long entity) {
        store.structure()
                .destroy(Place.base(store.entities().require(entity)), Entity.index(entity) & (1 << ROW_BITS) - 1);
    }

    private static int block(long entity) {
        return Entity.index(entity) >>> ROW_BITS;
    }

    @Test
    void shouldBeSideBySide() {
        for (int i = 0; i < 100; i++) {
            assertEquals(2 * i, Entity.index(spawn(one, 1).get(0)));
            assertEquals(2 * i + 1, Entity.index(spawn(two, 1).get(0)));
        }
        assertEquals(1, store.blocks().count());
    }

    @Test
    void shouldBeAtMostSoMany() {
        List<Long> spawned = spawn(one, SharedRows.MOST + 1);
        assertEquals(0, block(spawned.get(SharedRows.MOST - 1)));
        assertEquals(1, block(spawned.get(SharedRows.MOST)));
        assertEquals(0, block(spawn(two, 1).get(0)));
    }

    /** Rows that were claimed again, by another allocator or the same one, are not counted twice. */
    @Test
    void shouldNotCountRowsThatAreUsedByOthersOrFree() {
        spawn(one, 200).forEach(this::destroy);
        List<Long> others = spawn(two, 200);
        List<Long> more = spawn(one, 100);
        others.forEach(entity -> assertEquals(0, block(entity)));
        more.forEach(entity -> assertEquals(0, block(entity)));
        assertEquals(1, store.blocks().count());

        others.forEach(this::destroy);
        List<Long> rest = spawn(one, 157);
        assertEquals(0, block(rest.get(155)));
        assertEquals(1, block(rest.get(156)), "256 are alive now");
    }

    @Test
    void shouldCountReservedRows() {
        for (int i = 0; i < SharedRows.MOST; i++) {
            assertEquals(0, block(one.reserve()));
        }
        assertEquals(1, block(one.reserve()));
    }

    @Test
    void shouldNotCountCancelledReservations() {
        for (int i = 0; i < 3 * SharedRows.MOST; i++) {
            long reserved = one.reserve();
            assertEquals(0, block(reserved));
            one.cancelReservation(reserved);
        }
    }

    /** Claims for spawns that did not take place do not count. */
    @Test
    void shouldNotCountReleasedRows() {
        spawn(one, 100);
        for (int i = 0; i < 10; i++) {
            one.prepare(one.prototype(), 64);
            one.releaseClaimed();
        }
        List<Long> more = spawn(one, SharedRows.MOST - 100 + 1);
        assertEquals(0, block(more.get(SharedRows.MOST - 101)));
        assertEquals(1, block(more.get(SharedRows.MOST - 100)));
    }

    /** Entities that are spawned and destroyed together stay in shared blocks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 128, 129, SharedRows.MOST})
    void shouldBeUsedForWavesOfFewEntities(int count) {
        for (int wave = 0; wave < 10; wave++) {
            one.reserveRows(count);
            List<Long> spawned = spawn(one, count);
            assertEquals(0, block(spawned.get(count - 1)));
            spawned.forEach(this::destroy);
        }
        assertEquals(1, store.blocks().count());
    }

    /** Few entities that come and go stay in shared blocks. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldBeUsedForManySpawnsOfFewEntities(long seed) {
        Random random = new Random(seed);
        List<List<Long>> alive = List.of(spawn(one, 100), spawn(two, 100));
        for (int step = 0; step < 20_000; step++) {
            int which = random.nextInt(2);
            destroy(alive.get(which).remove(random.nextInt(100)));
            alive.get(which).addAll(spawn(which == 0 ? one : two, 1));
        }
        assertEquals(1, store.blocks().count());
    }
}
