package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.LeftEntities;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Systems over the entities that enter and leave a query: the same for any number of workers. */
class EnteredInScheduleTest {
    private static final int TICKS = 40;

    private final EagerThreads threads = new EagerThreads(3);

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void shouldFindTheSameWithAnyNumberOfWorkers() {
        List<Object> expected = run(1);
        assertTrue(expected.size() > TICKS, expected::toString);
        assertEquals(expected, run(2));
        assertEquals(expected, run(4));
    }

    /** What is found in each tick, and the hash of the world at the end. */
    private List<Object> run(int workers) {
        List<Object> found = new ArrayList<>();
        try (World world = World.create()) {
            Template template =
                    world.template().with(new Health(40), new Position(0, 0)).build();
            template.spawn(20_000, row -> row.set(Health.POINTS, row.index() % 97));
            Query weak = world.query()
                    .all(Position.TYPE)
                    .build()
                    .where(Health.POINTS)
                    .atMost(10);
            RowKernel hurt = world.query().all(Health.TYPE).build().kernel((row, commands) -> {
                int points = row.get(Health.POINTS) - row.index() % 5;
                row.set(Health.POINTS, points < 0 ? 50 : points);
                if (points == -3) {
                    commands.destroy(row.entity());
                    template.spawn(commands);
                }
            });
            RowKernel greet = weak.entered().kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
            LeftEntities left = weak.left();
            Query watched = weak.enteredFromNow();
            Map<Integer, List<Long>> entered = new TreeMap<>();
            int[] tick = {0};
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("hurt", hurt, writes(Health.TYPE), spawns(), destroys())
                    .add("greet", greet, reads(Health.TYPE), writes(Position.TYPE))
                    .add(
                            "watch",
                            () -> watched.forEach(row -> entered.computeIfAbsent(tick[0], number -> new ArrayList<>())
                                    .add(row.entity())),
                            reads(Health.TYPE, Position.TYPE),
                            touchesOthers())
                    .add("left", () -> left.forEach(found::add), reads(Health.TYPE, Position.TYPE), touchesOthers())
                    .build()) {
                for (; tick[0] < TICKS; tick[0]++) {
                    found.add("tick " + tick[0]);
                    schedule.tick(1);
                }
            }
            found.add(entered);
            found.add(Saves.stateHash(world));
        }
        return found;
    }
}
