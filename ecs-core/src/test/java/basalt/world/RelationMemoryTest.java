package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Entity;
import basalt.component.OnTargetDestroy;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each allocation is refused once: an operation that fails has changed nothing, and succeeds when repeated. */
final class RelationMemoryTest {
    private static final int MOST_ALLOCATIONS = 100;

    @ParameterizedTest
    @EnumSource(OnTargetDestroy.class)
    void shouldChangeNothingWhenMemoryIsRefused(OnTargetDestroy policy) {
        long nth = 0;
        FailingMemory failing;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            CountingMemory counting = new CountingMemory(MemorySource.direct());
            FailingMemory source = new FailingMemory(counting, nth);
            failing = source;
            try (World world =
                    FailingMemory.retry(() -> World.builder().memory(source).build())) {
                live(world, policy);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(nth > 5, "so few allocations: " + nth);
    }

    private static void live(World world, OnTargetDestroy policy) {
        Relation hunting = FailingMemory.retry(() -> world.relation(Hunting.PREY, policy));
        RemovedComponents removed = world.removed(Hunting.TYPE);
        var template = FailingMemory.retry(
                () -> world.template().with(new Hunting(Entity.NULL, 0)).build());
        long[] hunters = new long[ROWS + 10]; // two blocks
        FailingMemory.retry(() -> {
            template.spawn(hunters);
            return true;
        });
        long prey = FailingMemory.retry(world::spawn);
        int count = 0;
        for (int i = 0; i < hunters.length; i += 500) {
            world.set(hunters[i], Hunting.PREY, prey);
            count++;
        }
        int expected = count;
        assertEquals(expected, FailingMemory.retry(() -> hunting.count(prey)));
        SourceCursor cursor = hunting.closedCursor();
        FailingMemory.retry(() -> cursor.open(prey));
        for (int i = 0; i < hunters.length; i += 500) {
            assertTrue(cursor.next());
            assertEquals(hunters[i], cursor.entity());
        }
        cursor.close();
        assertEquals(0, world.frame().usedBytes());
        int alive = world.entityCount();
        FailingMemory.retry(() -> {
            try {
                world.destroy(prey);
            } catch (NativeMemoryException e) {
                assertEquals(alive, world.entityCount());
                assertEquals(prey, world.get(hunters[500], Hunting.PREY));
                throw e;
            }
            return true;
        });
        boolean isDestroying = policy == OnTargetDestroy.DESTROY;
        assertEquals(isDestroying ? alive - 1 - expected : alive - 1, world.entityCount());
        boolean isLost = isDestroying || policy == OnTargetDestroy.REMOVE;
        assertEquals(isLost ? expected : 0, removed.skipAll());
        removed.close();
    }
}
