package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each allocation is refused once: an operation that fails has changed nothing, and succeeds when repeated. */
final class TreeMemoryTest {
    private static final int MOST_ALLOCATIONS = 60;

    private enum Policy {
        DESTROY,
        DETACH
    }

    private CountingMemory counting;
    private FailingMemory failing;
    private World world;
    private Hierarchy tree;

    @ParameterizedTest
    @EnumSource(Policy.class)
    void shouldChangeNothingWhenMemoryIsRefused(Policy policy) {
        long nth = 0;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            counting = new CountingMemory(MemorySource.direct());
            failing = new FailingMemory(counting, nth);
            try (World made =
                    FailingMemory.retry(() -> World.builder().memory(failing).build())) {
                world = made;
                tree = policy == Policy.DESTROY ? world.hierarchy() : world.hierarchy(Types.DETACHING);
                live(policy);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(nth > 5, "so few allocations: " + nth);
    }

    private void live(Policy policy) {
        Query changed = FailingMemory.retry(() -> world.query()
                .all(tree.type().childOf())
                .changed(tree.type().childOf())
                .build());
        RemovedComponents removed = world.removed(tree.type().childOf());
        long[] children = new long[ROWS + 10]; // two blocks
        FailingMemory.retry(() -> {
            world.template().build().spawn(children);
            return true;
        });
        long parent = FailingMemory.retry(world::spawn);
        long root = FailingMemory.retry(world::spawn);
        for (int i = 0; i < children.length; i += 10) {
            long child = children[i];
            FailingMemory.retry(() -> attach(child, parent));
        }
        FailingMemory.retry(() -> attach(parent, root));
        int count = tree.childCount(parent);
        assertEquals((children.length + 9) / 10, count);
        assertEquals(count + 1, changed.count());
        FailingMemory.retry(() -> tree.detach(children[0]));
        assertEquals(1, removed.skipAll());
        count--;
        int alive = world.entityCount();
        FailingMemory.retry(() -> {
            try {
                world.destroy(parent);
            } catch (NativeMemoryException e) {
                assertEquals((children.length + 9) / 10 - 1, tree.childCount(parent));
                assertEquals(alive, world.entityCount());
                throw e;
            }
            return true;
        });
        assertEquals(policy == Policy.DESTROY ? alive - 1 - count : alive - 1, world.entityCount());
        assertEquals(count + 1, removed.skipAll());
        assertEquals(0, tree.childCount(root));
        assertEquals(0, world.query().all(tree.type().childOf()).build().count());
    }

    private boolean attach(long child, long parent) {
        int before = tree.childCount(parent);
        try {
            tree.attach(child, parent);
        } catch (NativeMemoryException e) {
            assertEquals(before, tree.childCount(parent));
            assertEquals(Entity.NULL, tree.parent(child));
            throw e;
        }
        return true;
    }
}
