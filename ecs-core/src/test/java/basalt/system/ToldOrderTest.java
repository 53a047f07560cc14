package basalt.system;

import static basalt.system.Access.restructures;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.component.Entity;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.RemovedComponents;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The results of observers, readers of removals and resources do not depend on the worker that has done the work. */
class ToldOrderTest {
    private static final int ROWS = 160 * 128;

    /** A sum that is wrong if two threads add to it concurrently. */
    private static final class Sum {
        private long value;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCallObserversInTheOrderOfSystems(int workers) {
        for (int round = 0; round < 20; round++) {
            try (World world = World.create();
                    EagerThreads threads = new EagerThreads(workers)) {
                long[] entities = new long[8];
                for (int i = 0; i < entities.length; i++) {
                    entities[i] = world.spawn(new Health(i));
                }
                List<Integer> told = new ArrayList<>();
                world.observers().onAdd(Frozen.TYPE, entity -> told.add(Entity.index(entity)));
                try (Schedule schedule = Schedule.builder(world)
                        .workers(workers)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add("five", () -> world.commands().add(entities[5], Frozen.TYPE), restructures(Frozen.TYPE))
                        .add("three", () -> world.commands().add(entities[3], Frozen.TYPE), restructures(Frozen.TYPE))
                        .build()) {
                    assertEquals(1, schedule.graph().stageCount());
                    schedule.tick(1);
                }
                assertEquals(List.of(5, 3), told);
            }
        }
    }

    @Test
    void shouldLogRemovalsInTheSameOrderForAnyNumberOfWorkers() {
        List<Integer> alone = removalsInOrder(1);
        assertEquals(ROWS, alone.size());
        for (int round = 0; round < 5; round++) {
            assertEquals(alone, removalsInOrder(2));
            assertEquals(alone, removalsInOrder(4));
        }
    }

    /** Each row thaws its counterpart: consecutive commands concern neighbouring rows, but not in ascending order. */
    private static List<Integer> removalsInOrder(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(workers)) {
            long[] entities = new long[ROWS];
            for (int i = 0; i < ROWS; i++) {
                entities[i] = world.spawn(new Position(i, 0));
                world.add(entities[i], Frozen.TYPE);
            }
            RemovedComponents thawed = world.removed(Frozen.TYPE);
            RowKernel kernel = world.query().all(Position.TYPE).build().kernel((row, commands) -> {
                int index = (int) row.get(Position.X);
                commands.remove(entities[index ^ 127], Frozen.TYPE);
            });
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("thaw", kernel, restructures(Frozen.TYPE))
                    .build()) {
                schedule.tick(1); // the second tick is divided by the time of the first one
            }
            List<Integer> order = new ArrayList<>();
            while (thawed.next()) {
                order.add(Entity.index(thawed.entity()));
            }
            return order;
        }
    }

    @Test
    void shouldNotDivideAKernelThatWritesAResource() {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(4)) {
            world.template().with(new Health(1)).build().spawn(100_000);
            Sum sum = new Sum();
            world.resources().put(sum);
            RowKernel kernel =
                    world.query().all(Health.TYPE).build().kernel(row -> sum.value += row.get(Health.POINTS));
            try (Schedule schedule = Schedule.builder(world)
                    .workers(4)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("sum", kernel, writesResource(Sum.class))
                    .build()) {
                for (int i = 1; i <= 20; i++) {
                    schedule.tick(1);
                    assertEquals(i * 100_000L, sum.value);
                }
            }
        }
    }
}
