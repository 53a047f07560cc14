package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import basalt.component.Component;
import basalt.component.ListColumn;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.save.LoadOptions;
import basalt.save.Saves;
import basalt.save.Saving;
import basalt.save.Snapshots;
import basalt.storage.ElementPages;
import basalt.storage.fixture.DirtyMemory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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

    private final CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
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
            CountingMemory source = new CountingMemory(new DirtyMemory(0xFF));
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
}
