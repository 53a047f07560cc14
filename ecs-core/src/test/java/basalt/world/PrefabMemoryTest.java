package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.DirtyMemory;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import org.junit.jupiter.api.Test;

/** Each allocation is refused once: a spawn that fails has made nothing, and succeeds when repeated. */
final class PrefabMemoryTest {
    private static final int MOST_ALLOCATIONS = 100;
    private static final int MANY = ROWS + 10;

    private World world;

    @Test
    void shouldSpawnNothingWhenMemoryIsRefused() {
        long nth = 0;
        int failedSpawns = 0;
        FailingMemory failing;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            CountingMemory counting = new CountingMemory(new DirtyMemory(0xFF));
            failing = new FailingMemory(counting, nth);
            FailingMemory memory = failing;
            try (World made =
                    FailingMemory.retry(() -> World.builder().memory(memory).build())) {
                world = made;
                failedSpawns += live();
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(failedSpawns > 5, "so few failures of spawns: " + failedSpawns);
    }

    /** Spawns instances; returns how often that has failed. */
    private int live() {
        Hierarchy tree = world.hierarchy();
        Query changed = FailingMemory.retry(
                () -> world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build());
        long root = FailingMemory.retry(() -> world.spawn(new Position(1, 2)));
        long child = FailingMemory.retry(() -> world.spawn(new Health(3)));
        long leaf = FailingMemory.retry(() -> world.spawn(new Health(4), new Burning()));
        FailingMemory.retry(() -> {
            tree.attach(child, root);
            return true;
        });
        FailingMemory.retry(() -> {
            tree.attach(leaf, child);
            return true;
        });
        FailingMemory.retry(() -> {
            world.disable(leaf);
            return true;
        });
        Prefab prefab = FailingMemory.retry(() -> world.hierarchy().prefab(root));
        FailingMemory.retry(() -> {
            changed.forEach(row -> {});
            return true;
        });
        int failures = 0;
        long[] instances = new long[MANY];
        while (true) {
            try {
                prefab.spawn(instances);
                break;
            } catch (NativeMemoryException e) {
                failures++;
                assertEquals(3, world.entityCount());
                assertArrayEquals(new long[MANY], instances);
                assertEquals(0, changed.count());
            }
        }
        assertEquals(3 + 3 * MANY, world.entityCount());
        assertEquals(MANY, changed.count()); // leaves are disabled
        for (long instance : instances) {
            long part = tree.firstChild(instance);
            assertEquals(instance, tree.parent(part));
            assertEquals(2, tree.depth(tree.firstChild(part)));
        }
        return failures + command(prefab, 3 + 3 * MANY);
    }

    /** Spawns instances by commands, more than fit in the blocks; returns how often that has failed. */
    private int command(Prefab prefab, int before) {
        Hierarchy tree = world.hierarchy();
        int failures = 0;
        while (true) {
            try {
                for (int i = 0; i < MANY; i++) {
                    prefab.spawn(world.commands());
                }
                break;
            } catch (NativeMemoryException e) {
                failures++;
                int recorded = world.commands().count();
                assertEquals(before, world.entityCount());
                world.applyCommands();
                before += 3 * recorded;
                assertEquals(before, world.entityCount());
            }
        }
        int recorded = world.commands().count();
        try {
            world.applyCommands();
        } catch (NativeMemoryException e) {
            failures++;
        }
        int made = world.entityCount() - before;
        assertTrue(made % 3 == 0 && made <= 3 * recorded, "made " + made);
        int[] whole = {0};
        tree.roots().forEach(row -> {
            assertEquals(2, tree.depth(tree.firstChild(tree.firstChild(row.entity()))));
            whole[0]++;
        });
        assertEquals(world.entityCount(), 3 * whole[0]);
        return failures;
    }

    @Test
    void shouldSpawnInAWorldOfMovingBlocks() {
        MovingBlocks.during(() -> {
            try (World made = World.create()) {
                world = made;
                assertEquals(0, live());
            }
        });
    }
}
