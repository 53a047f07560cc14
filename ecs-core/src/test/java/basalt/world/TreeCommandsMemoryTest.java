package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.ChildOf;
import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.NativeMemoryException;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.storage.MovingBlocks;
import basalt.storage.fixture.DirtyMemory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Each allocation is refused once. A command that was not recorded is recorded again; one that was not applied is
 * dropped and counted, has changed nothing, and all others are applied.
 */
final class TreeCommandsMemoryTest {
    private static final int MOST_ALLOCATIONS = 100;
    private static final int CHILDREN = 6_000; // more commands than a segment of a queue has room for

    private World world;
    private Hierarchy tree;
    private int failedRecordings;
    private int failedApplications;

    @Test
    void shouldLoseNoOtherCommandWhenMemoryIsRefused() {
        refuseEachAllocation();
    }

    @Test
    void shouldLoseNoOtherCommandWhenBlocksMove() {
        MovingBlocks.during(this::refuseEachAllocation);
    }

    private void refuseEachAllocation() {
        long nth = 0;
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
                tree = world.hierarchy();
                live();
            } catch (AssertionError e) {
                throw new AssertionError("when allocation " + nth + " failed: " + e.getMessage(), e);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(failedRecordings >= 2, "so few refused commands: " + failedRecordings);
        assertTrue(failedApplications >= 3, "so few dropped commands: " + failedApplications);
    }

    private void live() {
        Query changed = FailingMemory.retry(
                () -> world.query().all(ChildOf.TYPE).changed(ChildOf.TYPE).build());
        RemovedComponents removed = world.removed(ChildOf.TYPE);
        long[] all = new long[ROWS + CHILDREN]; // the children are in two blocks
        FailingMemory.retry(() -> {
            world.template().build().spawn(all);
            return true;
        });
        long[] children = Arrays.copyOfRange(all, ROWS - CHILDREN / 2, ROWS + CHILDREN / 2);
        long parent = FailingMemory.retry(world::spawn);
        long root = FailingMemory.retry(world::spawn);

        apply(() -> {
            for (long child : children) {
                record(commands -> commands.attach(child, parent));
            }
            record(commands -> commands.attach(parent, root));
        });
        int attached = 0;
        for (long child : children) {
            boolean isChild = tree.parent(child) == parent;
            assertTrue(isChild || tree.parent(child) == Entity.NULL);
            attached += isChild ? 1 : 0;
        }
        assertEquals(attached, tree.childCount(parent));
        boolean isBelow = tree.parent(parent) == root;
        assertEquals(attached + (isBelow ? 1 : 0), FailingMemory.retry(changed::count));
        Commands.Stats stats = world.statistics().commands();
        assertEquals(attached + (isBelow ? 1 : 0), stats.applied());
        assertEquals(CHILDREN + 1, stats.applied() + stats.dropped());
        tree.attach(parent, root);
        for (long child : children) {
            tree.attach(child, parent);
        }

        apply(() -> {
            for (int i = 0; i < CHILDREN; i += 2) {
                long child = children[i];
                record(commands -> commands.detach(child));
            }
        });
        int left = 0;
        for (long child : children) {
            left += tree.parent(child) == parent ? 1 : 0;
        }
        assertEquals(left, tree.childCount(parent));
        assertEquals(CHILDREN - left, removed.skipAll());

        apply(() -> record(commands -> commands.destroy(root)));
        boolean isDestroyed = !world.isAlive(root);
        assertEquals(!isDestroyed, world.isAlive(parent));
        if (!isDestroyed) {
            assertEquals(left, tree.childCount(parent));
        }
        assertEquals(isDestroyed ? left + 1 : 0, removed.skipAll());
        FailingMemory.retry(() -> world.tryDestroy(root));
        assertEquals(all.length - left, world.entityCount());
    }

    private interface Recording {
        void to(Commands commands);
    }

    private void record(Recording recording) {
        while (true) {
            try {
                recording.to(world.commands());
                return;
            } catch (NativeMemoryException e) {
                failedRecordings++;
            }
        }
    }

    private void apply(Runnable recording) {
        recording.run();
        try {
            world.applyCommands();
        } catch (NativeMemoryException e) {
            failedApplications++;
        }
        assertEquals(0, world.commands().count());
    }
}
