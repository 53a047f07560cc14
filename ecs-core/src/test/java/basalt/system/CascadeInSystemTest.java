package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.ChildOf;
import basalt.component.TreeType;
import basalt.internal.Strict;
import basalt.query.CascadeKernel;
import basalt.query.Query;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Hierarchy;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cascades as systems, and in the bodies of systems. */
final class CascadeInSystemTest {
    private static World world() {
        World world = World.create();
        Hierarchy tree = world.hierarchy();
        Random random = new Random(1);
        long[] entities = new long[5000];
        world.template().with(new Position(1, 0), new Health(0)).build().spawn(entities);
        for (int i = 1; i < entities.length; i++) {
            world.set(entities[i], Position.X, random.nextInt(10));
            tree.attach(entities[i], entities[random.nextInt(i)]);
        }
        return world;
    }

    private static CascadeKernel sums(World world) {
        return world.query()
                .all(Position.TYPE)
                .build()
                .cascade(
                        TreeType.DEFAULT,
                        row -> row.set(Position.Y, row.get(Position.X)),
                        (row, parent) -> row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y)));
    }

    private static long hash(World world) {
        long[] hash = {0};
        world.query().all(Position.TYPE).build().forEach(row -> hash[0] = 31 * hash[0] + (long) row.get(Position.Y));
        return hash[0];
    }

    @TestOfWorkers
    void shouldGiveTheSameWorldAsOutsideOfASchedule(int workers) {
        try (World world = world();
                World expected = world()) {
            sums(expected).run();
            Query healthy = world.query().all(Health.TYPE).build();
            Query changed = world.query().changed(Position.TYPE).build();
            changed.forEach(row -> {});
            int[] seen = new int[1];
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .thresholds(0, 1)
                    .add("heal", healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1)))
                    .add("sums", sums(world))
                    .add("look", changed.kernel(row -> seen[0]++), reads(Position.TYPE), Access.touchesOthers())
                    .build()) {
                for (int i = 0; i < 3; i++) {
                    schedule.tick(1);
                }
            }
            assertEquals(hash(expected), hash(world));
            assertEquals(15_000, seen[0]);
        }
    }

    /** One world runs the cascade over changes in a schedule, the other one visits all after each tick. */
    @TestOfWorkers
    void shouldVisitChangesInSystems(int workers) {
        try (World world = world();
                World expected = world()) {
            Random random = new Random(workers);
            long[] entities = entities(world);
            long[] others = entities(expected);
            CascadeKernel all = sums(expected);
            AtomicInteger visited = new AtomicInteger();
            CascadeKernel changed = world.query()
                    .all(Position.TYPE, Health.TYPE)
                    .build()
                    .cascade(
                            TreeType.DEFAULT,
                            row -> {
                                visited.incrementAndGet();
                                row.set(Position.Y, row.get(Position.X));
                            },
                            (row, parent) -> {
                                visited.incrementAndGet();
                                row.set(Position.Y, row.get(Position.X) + parent.get(Position.Y));
                            })
                    .changedOnly(Health.TYPE);
            Query later = world.query().changed(Position.TYPE).build();
            Query written =
                    world.query().all(Position.TYPE).changed(Health.TYPE).build();
            int[] starts = new int[1];
            int[] seen = new int[1];
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .thresholds(0, 1)
                    .add("sums", changed, writes(Position.TYPE), reads(Health.TYPE))
                    .add("look", later.kernel(row -> seen[0]++), reads(Position.TYPE), Access.touchesOthers())
                    .build()) {
                for (int tick = 0; tick < 20; tick++) {
                    for (int i = 0; i < 20 && tick > 0; i++) {
                        int at = random.nextInt(entities.length);
                        change(world, entities, at, tick + i);
                        change(expected, others, at, tick + i);
                        int parent = random.nextInt(at + 1);
                        if (parent < at && i == 0) {
                            world.hierarchy().attach(entities[at], entities[parent]);
                            expected.hierarchy().attach(others[at], others[parent]);
                        }
                    }
                    later.forEach(row -> {});
                    visited.set(0);
                    schedule.tick(1);
                    all.run();
                    assertEquals(hash(expected), hash(world));
                    assertEquals(visited.get(), seen[0], "exactly these count as written");
                    assertTrue(tick == 0 ? visited.get() == entities.length : visited.get() < entities.length / 2);
                    seen[0] = 0;
                }
            }
        }
    }

    private static void change(World world, long[] entities, int at, int value) {
        world.set(entities[at], Position.X, value);
        world.set(entities[at], Health.POINTS, value);
    }

    private static long[] entities(World world) {
        List<Long> entities = new ArrayList<>();
        world.query().all(Position.TYPE).build().forEach(row -> entities.add(row.entity()));
        return entities.stream().mapToLong(Long::longValue).toArray();
    }

    @Test
    void shouldRunALevelAfterTheOneAbove() {
        try (World world = World.create()) {
            long[] entities = new long[40_000];
            world.template().with(new Position(1, 0)).build().spawn(entities);
            for (int i = 1; i < entities.length; i++) {
                world.hierarchy().attach(entities[i], entities[(i - 1) / 4]);
            }
            try (Schedule schedule = Schedule.builder(world)
                    .workers(4)
                    .thresholds(0, 1)
                    .add("sums", sums(world), writes(Position.TYPE))
                    .build()) {
                schedule.tick(1);
            }
            for (long entity : entities) {
                assertEquals(world.hierarchy().depth(entity) + 1f, world.get(entity, Position.Y));
            }
        }
    }

    @Test
    void shouldNotDivideCascadesToParents() {
        try (World world = world()) {
            int[] visited = {0};
            CascadeKernel up =
                    world.query().all(Position.TYPE).build().cascadeUp(TreeType.DEFAULT, (row, parent) -> visited[0]++);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .thresholds(0, 1)
                    .add("up", up, writes(Position.TYPE))
                    .build()) {
                schedule.tick(1);
                assertFalse(schedule.graph().systems().get(0).isSplittable());
            }
            assertEquals(4999, visited[0]);
        }
    }

    @Test
    void shouldVisitAgainWhenItsSystemFails() {
        try (World world = world()) {
            AtomicInteger visited = new AtomicInteger();
            CascadeKernel kernel = world.query()
                    .all(Position.TYPE)
                    .build()
                    .cascade(TreeType.DEFAULT, row -> visited.incrementAndGet(), (row, parent) -> {
                        if (visited.incrementAndGet() == 5000) {
                            throw new IllegalStateException("expected");
                        }
                    })
                    .changedOnly(Position.TYPE);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .thresholds(0, 1)
                    .add("fail", kernel, reads(Position.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
                visited.set(10_000);
                schedule.tick(1);
                assertEquals(15_000, visited.get());
                schedule.tick(1);
                assertEquals(15_000, visited.get());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNotRunLevelsBelowAFailure(int workers) {
        try (World world = world()) {
            Query scene = world.query().all(Position.TYPE).build();
            scene.forEach(row -> row.set(Position.Y, -1));
            CascadeKernel failing = scene.cascade(TreeType.DEFAULT, row -> row.set(Position.Y, 0), (row, parent) -> {
                if (parent.get(Position.Y) == 1) {
                    throw new IllegalStateException("expected");
                }
                row.set(Position.Y, parent.get(Position.Y) + 1);
            });
            try (Schedule schedule = Schedule.builder(world)
                    .workers(workers)
                    .thresholds(0, 1)
                    .add("fail", failing, writes(Position.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> schedule.tick(1));
                scene.forEach(row -> assertTrue(row.get(Position.Y) <= 1));
                assertThrows(SystemException.class, () -> schedule.tick(1), "its run has ended");
            }
        }
    }

    @Test
    void shouldRunInABody() {
        try (World world = world();
                World expected = world()) {
            sums(expected).run();
            CascadeKernel sums = sums(world);
            try (Schedule schedule = Schedule.builder(world)
                    .workers(2)
                    .add("sums", sums::run, writes(Position.TYPE), reads(ChildOf.TYPE))
                    .build()) {
                schedule.tick(1);
            }
            assertEquals(hash(expected), hash(world));
        }
    }

    @Test
    void shouldDeclareWhatItReads() {
        try (World world = world();
                World other = world()) {
            CascadeKernel sums = sums(world);
            try (Schedule schedule = Schedule.builder(world)
                    .add("sums", sums)
                    .add("again", sums(world), writes(Position.TYPE), reads(ChildOf.TYPE))
                    .build()) {
                assertTrue(schedule.graph().systems().get(0).isSplittable());
                assertEquals(1, schedule.graph().implicitOrder().size());
            }
            ScheduleBuilder builder = Schedule.builder(world);
            CascadeKernel foreign = sums(other);
            CascadeKernel none = null;
            ScheduleBuilder twice = Schedule.builder(world).add("first", sums).add("second", sums);
            assertTrue(assertThrows(IllegalArgumentException.class, twice::build)
                    .getMessage()
                    .contains("run the same cascade"));
            assertThrows(IllegalArgumentException.class, () -> builder.add("foreign", foreign));
            assertThrows(IllegalArgumentException.class, () -> builder.add("none", none));
            assertThrows(IllegalArgumentException.class, () -> builder.add("alone", sums, Access.exclusive()));
        }
    }

    @Test
    void shouldRejectUndeclaredAccessInStrictMode() {
        assumeTrue(Strict.ON);
        try (World world = world()) {
            CascadeKernel sums = sums(world);
            try (Schedule reading = Schedule.builder(world)
                    .add("sums", sums, reads(Position.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> reading.tick(1));
            }
            try (Schedule body = Schedule.builder(world)
                    .add("sums", sums::run, writes(Position.TYPE))
                    .build()) {
                assertThrows(SystemException.class, () -> body.tick(1), "it reads parents");
            }
        }
    }
}
