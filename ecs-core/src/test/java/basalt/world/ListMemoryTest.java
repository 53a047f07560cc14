package basalt.world;

import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import basalt.component.Component;
import basalt.component.Entity;
import basalt.component.ListColumn;
import basalt.component.VariableColumn;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.ColumnMemory;
import basalt.storage.ColumnSet;
import basalt.storage.Compactor;
import basalt.storage.ElementPages;
import basalt.storage.RowPlaces;
import basalt.storage.StoreInvariants;
import basalt.storage.fixture.DirtyMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever allocation fails, lists are changed as a whole or not at all. */
class ListMemoryTest {
    record Trail(int number, float[] way, byte[] marks, String name, List<String> words) {
        static final Component<Trail> TYPE = Component.of(Trail.class);
        static final ListColumn.OfFloat WAY = TYPE.float32List("way");

        static Trail of(int number, int length) {
            float[] way = new float[length];
            Arrays.fill(way, number);
            List<String> words =
                    List.of("y".repeat(number % 20), "z".repeat(length / 50)).subList(0, number % 3);
            return new Trail(number, way, new byte[number % 40], "x".repeat(number % 30), words);
        }

        @Override
        public String toString() {
            return number + ": " + Arrays.toString(way) + " and " + marks.length + name + words;
        }
    }

    private static final int MOST = 500;

    private final CountingMemory counting = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
    private final FailingMemory failing = new FailingMemory(counting);
    private final World world = World.builder().memory(failing).build();

    @AfterEach
    void close() {
        world.close();
        assertEquals(0, counting.outstanding());
    }

    private long[] spawn(int count, int length) {
        long[] entities = new long[count];
        for (int i = 0; i < count; i++) {
            entities[i] = world.spawn(Trail.of(i, length));
        }
        return entities;
    }

    /** How often there is each value. */
    private static Map<String, Integer> contents(World of) {
        Map<String, Integer> contents = new TreeMap<>();
        of.query(Trail.class).forEach(trail -> contents.merge(trail.toString(), 1, Integer::sum));
        return contents;
    }

    /** Lets each allocation of a call fail, until there is enough memory; returns how many have failed. */
    private int failEach(Runnable call) {
        Map<String, Integer> before = contents(world);
        for (int nth = 1; nth < MOST; nth++) {
            failing.failNth(nth);
            try {
                call.run();
                failing.failNth(0);
                return nth - 1;
            } catch (NativeMemoryException e) {
                failing.failNth(0);
                assertEquals(before, contents(world));
                StateHashes.requireExact(world);
            }
        }
        return fail("there is no end of allocations");
    }

    @Test
    void shouldRestoreAllOrNothing() {
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            long[] entities = spawn(2000, 40);
            Map<String, Integer> contents = contents(world);
            long full = ring.capture();
            for (long entity : entities) {
                world.row(entity).clear(Trail.WAY);
            }
            world.rows().compact(); // their memory goes back
            assertTrue(failEach(() -> ring.restore(full)) > 1);
            assertEquals(contents, contents(world));
            StateHashes.requireExact(world);
        }
    }

    @Test
    void shouldLoadAllOrNothing() {
        spawn(2000, 40);
        byte[] file = Saving.bytes(world);
        Map<String, Integer> contents = contents(world);
        boolean isLoaded = false;
        for (int nth = 1; !isLoaded; nth++) {
            assertTrue(nth < MOST, "there is no end of allocations");
            CountingMemory source = new CountingMemory(DirtyMemory.atBothEnds(0xFF));
            FailingMemory some = new FailingMemory(source, nth);
            try (World loaded = Saves.load(
                    Saving.source(file),
                    new LoadOptions().builder(World.builder().memory(some)))) {
                some.failNth(0);
                assertEquals(contents, contents(loaded));
                isLoaded = true;
            } catch (NativeMemoryException e) {
                // the next attempt gets further
            }
            assertEquals(0, source.outstanding());
        }
    }

    @Test
    void shouldMergeAllOrNothing() {
        spawn(2000, 40);
        byte[] file = Saving.bytes(world);
        assertTrue(failEach(() -> Saves.merge(world, Saving.source(file), new LoadOptions())) >= 1);
        assertEquals(4000, world.entityCount());
        assertTrue(contents(world).values().stream().allMatch(count -> count == 2));
    }

    @Test
    void shouldMakeInstancesOfAPrefabAsAWholeOrNotAtAll() {
        long root = world.spawn(Trail.of(1, 9000));
        for (int i = 0; i < 5; i++) {
            world.hierarchy().attach(world.spawn(Trail.of(i, 3000)), root);
        }
        Prefab prefab = world.hierarchy().prefab(root);
        int failed = 0;
        for (int i = 0; i < 10; i++) {
            failed += failEach(prefab::spawn);
        }
        assertTrue(failed > 1, "failed: " + failed);
        assertEquals(66, world.entityCount());
    }

    @Test
    void shouldChangeValuesAsAWholeOrNotAtAll() {
        long[] entities = spawn(200, 3);
        assertTrue(failEach(() -> world.set(entities[1], Trail.of(7, 100_000))) >= 1);
        assertTrue(failEach(() -> world.add(world.spawn(), Trail.of(7, 200_000))) >= 1);
        Query all = world.query().all(Trail.TYPE).build();
        assertTrue(failEach(() -> all.bulk().add(Trail.of(8, 9000))) > 1);
    }

    private static ElementPages pages(World of) {
        return of.store.references().elements().pages();
    }

    private static boolean isSparse(World of) {
        Compactor compactor = of.store.rows().compactor();
        compactor.begin(null);
        return compactor.hasSparseElements();
    }

    /** What the columns have for each list: where its elements are, and how many. */
    private static long[] lists(World of, long[] entities) {
        VariableColumn[] columns = ColumnSet.of(Trail.TYPE).lists();
        RowPlaces places = RowPlaces.of(of);
        long[] lists = new long[columns.length * entities.length];
        for (int i = 0; i < lists.length; i++) {
            int row = places.row(Entity.index(entities[i / columns.length]));
            long base = of.store.blocks().base(row >>> ROW_BITS);
            lists[i] = ColumnMemory.getLong(base, row & ROW_MASK, columns[i % columns.length].offset());
        }
        return lists;
    }

    private static long differences(long[] first, long[] second) {
        return IntStream.range(0, first.length)
                .filter(i -> first[i] != second[i])
                .count();
    }

    /** Spawns entities with lists, and empties those of three of four, or destroys them. */
    private static long[] spawnSparse(World in, boolean isDestroying) {
        long[] entities = new long[2000];
        for (int i = 0; i < entities.length; i++) {
            entities[i] = in.spawn(Trail.of(i, 40));
        }
        for (int i = 0; i < entities.length; i++) {
            if (i % 4 != 0 && isDestroying) {
                in.destroy(entities[i]);
            } else if (i % 4 != 0) {
                in.set(entities[i], new Trail(i, new float[0], new byte[0], null, List.of()));
            }
        }
        return entities;
    }

    @Test
    void shouldEmptyTheHighestPages() {
        spawnSparse(world, false);
        Map<String, Integer> contents = contents(world);
        long full = pages(world).reservedBytes();
        world.rows().compact();
        assertTrue(
                pages(world).reservedBytes() <= full / 4,
                () -> full + " " + pages(world).reservedBytes());
        assertEquals(contents, contents(world));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 1000})
    void shouldMoveAtMostSoManyListsInAStep(int most) {
        long[] entities = spawnSparse(world, false);
        Map<String, Integer> contents = contents(world);
        long hash = Saves.stateHash(world);
        long full = pages(world).reservedBytes();
        long moved = 0;
        int steps = 0;
        long[] before = lists(world, entities);
        do {
            assertEquals(Compaction.NOTHING, world.rows().compactRows(most));
            long[] after = lists(world, entities);
            long inStep = differences(before, after);
            assertTrue(inStep <= most, () -> inStep + " lists moved");
            moved += inStep;
            steps++;
            before = after;
            assertTrue(steps < 20_000, "there is no end of steps");
        } while (isSparse(world));
        assertTrue(moved > 500 && moved < 2000, "moved: " + moved);
        assertEquals(contents, contents(world));
        assertEquals(hash, StateHashes.requireExact(world));
        StoreInvariants.check(world);
        try (World whole = World.create()) {
            spawnSparse(whole, false);
            whole.rows().compact();
            long least = pages(whole).reservedBytes();
            assertEquals(least, pages(world).reservedBytes());
            assertTrue(least < full / 2, full + " bytes, then " + least);
        }
    }

    @Test
    void shouldMoveListsAlsoWithoutMemory() {
        spawnSparse(world, true);
        Map<String, Integer> contents = contents(world);
        long full = pages(world).reservedBytes();
        int failed = failEach(() -> world.rows().compactRows(50));
        assertTrue(failed > 0, "each call moves lists, and then fails to move entities");
        failing.failNth(1);
        for (int step = 0; step < 100; step++) {
            world.rows().compactRows(50);
        }
        failing.failNth(0);
        assertFalse(isSparse(world));
        assertTrue(pages(world).reservedBytes() < full / 2);
        assertEquals(contents, contents(world));
        StateHashes.requireExact(world);
    }
}
