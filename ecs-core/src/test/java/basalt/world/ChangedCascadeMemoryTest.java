package basalt.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.TreeType;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.storage.fixture.Position;
import org.junit.jupiter.api.Test;

/** Each allocation is refused once: a cascade over changes that has no memory misses no change when it is repeated. */
final class ChangedCascadeMemoryTest {
    private static final int MOST_ALLOCATIONS = 80;
    private static final int COUNT = 20_000; // two blocks

    @Test
    void shouldMissNoChangeWhenMemoryIsRefused() {
        long nth = 0;
        FailingMemory failing;
        do {
            nth++;
            assertTrue(nth < MOST_ALLOCATIONS, "there is no end of allocations");
            CountingMemory counting = new CountingMemory(MemorySource.direct());
            failing = new FailingMemory(counting, nth);
            FailingMemory memory = failing;
            try (World world =
                    FailingMemory.retry(() -> World.builder().memory(memory).build())) {
                live(world);
            }
            assertEquals(0, counting.outstanding(), "when allocation " + nth + " failed");
        } while (failing.hasFailed());
        assertTrue(nth > 10, "so few allocations: " + nth);
    }

    private static void live(World world) {
        long[] entities = new long[COUNT];
        FailingMemory.retry(() -> {
            world.template().with(new Position(1, 0)).build().spawn(entities);
            return true;
        });
        Query scene = world.query().all(Position.TYPE).build();
        CascadeKernel all = scene.cascade(
                TreeType.DEFAULT,
                row -> row.set(Position.Y, row.get(Position.X)),
                (row, parent) -> row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y)));
        CascadeKernel kernel = FailingMemory.retry(() -> all.changedOnly(Position.TYPE));
        attach(world, entities, 1, 10);
        run(world, kernel, entities);
        world.set(entities[0], Position.X, 5f);
        run(world, kernel, entities);
        world.set(entities[COUNT / 2], Position.X, 7f);
        attach(world, entities, COUNT - 10, 3);
        run(world, kernel, entities);
        FailingMemory.retry(() -> world.spawn(new Position(1, 0)));
        run(world, kernel, entities);
    }

    private static void attach(World world, long[] entities, int from, int fanOut) {
        for (int i = from; i < COUNT; i++) {
            int child = i;
            FailingMemory.retry(() -> {
                world.hierarchy().attach(entities[child], entities[(child - 1) / fanOut]);
                return true;
            });
        }
    }

    private static void run(World world, CascadeKernel kernel, long[] entities) {
        FailingMemory.retry(() -> {
            kernel.run();
            return true;
        });
        for (long entity : entities) {
            long parent = world.hierarchy().parent(entity);
            float above = parent == 0 ? 0 : world.get(parent, Position.Y);
            assertEquals(world.get(entity, Position.X) + above, world.get(entity, Position.Y));
        }
    }
}
