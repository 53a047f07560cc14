package basalt.world;

import static basalt.component.layout.BlockLayout.ROWS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Rare;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Each allocation of a world with change readers is refused once: a failed operation changes nothing, and no reader
 * misses a change.
 */
class ChangeMemoryFailureTest {
    private static final int MOST_ALLOCATIONS = 60;
    private static final int ENTITIES = ROWS + 100;

    private CountingMemory counting;
    private FailingMemory failing;
    private World world;

    @Test
    void shouldMissNoChange() {
        long nth = 0;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            counting = new CountingMemory(MemorySource.direct());
            failing = new FailingMemory(counting, nth).stubborn();
            try (World made = World.builder().memory(failing).build()) {
                world = made;
                live();
                assertEquals(
                        counting.allocatedBytes(),
                        world.statistics().memory().reservedBytes()
                                + world.statistics().memory().frameBytes());
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(nth > 10, "so few allocations: " + nth);
    }

    private void live() {
        List<Long> told = new ArrayList<>();
        Query added = patiently(() -> world.query().added(Health.TYPE).build());
        Query changed =
                patiently(() -> world.query().changed(Health.TYPE, Rare.TYPE).build());
        RemovedComponents removals = world.removed(Health.TYPE);
        Query healthy = world.query().all(Health.TYPE).build();
        Query rare = world.query().all(Rare.TYPE).build();
        world.observers().onAdd(Rare.TYPE, told::add);
        Template template = world.template().with(new Health(1)).build();

        patiently(() -> {
            template.spawn(ENTITIES);
            return true;
        });
        assertEquals(ENTITIES, rows(added));
        assertEquals(ENTITIES, rows(changed));
        assertEquals(ENTITIES, patiently(() -> healthy.bulk().add(Rare.TYPE)));
        assertEquals(ENTITIES, told.size(), "those that were told of an add that failed would be too many");
        assertEquals(ENTITIES, rows(changed));
        healthy.kernel(row -> {}).run();
        assertEquals(ENTITIES, rows(changed));
        long first = healthy.first();
        world.set(first, Health.POINTS, 5);
        assertTrue(rows(changed) >= 1);
        patiently(() -> world.remove(first, Health.TYPE));
        assertEquals(1, removals.remaining());
        assertEquals(ENTITIES - 1, patiently(() -> healthy.bulk().remove(Health.TYPE)));
        assertEquals(ENTITIES, removals.skipAll());
        assertEquals(0, rows(added));
        patiently(() -> world.add(first, Health.TYPE));
        assertTrue(rows(added) >= 1);
        assertEquals(ENTITIES, patiently(() -> rare.bulk().destroy()));
        assertEquals(1, removals.skipAll());
        assertEquals(0, world.entityCount());
    }

    private int rows(Query query) {
        int[] rows = {0};
        patiently(() -> {
            query.forEach(row -> {
                rows[0]++;
            });
            return true;
        });
        return rows[0];
    }

    /** Retries a failed operation; no entity was spawned or destroyed in between. */
    private <T> T patiently(Supplier<T> step) {
        int before = world.entityCount();
        try {
            return step.get();
        } catch (NativeMemoryException e) {
            assertEquals(before, world.entityCount());
            assertEquals(0, world.frame().usedBytes());
            return step.get();
        }
    }
}
