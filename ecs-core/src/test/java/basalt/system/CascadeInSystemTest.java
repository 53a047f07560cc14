package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
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
import basalt.world.World;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cascades as systems, and in the bodies of systems. */
final class CascadeInSystemTest extends ScheduleFixture {
    private static final int COUNT = 5000;

    private final Query scene = all(Position.TYPE);
    private final long[] entities = populate(world);
    private final AtomicInteger visited = new AtomicInteger();

    private static long[] populate(World world) {
        Random random = new Random(1);
        long[] entities = new long[COUNT];
        world.template().with(new Position(1, 0), new Health(0)).build().spawn(entities);
        for (int i = 1; i < entities.length; i++) {
            world.set(entities[i], Position.X, random.nextInt(10));
            world.hierarchy().attach(entities[i], entities[random.nextInt(i)]);
        }
        return entities;
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

    /** The hash of a world in which all sums were made without a schedule. */
    private static long expected() {
        try (World other = World.create()) {
            populate(other);
            sums(other).run();
            return hash(other);
        }
    }

    private ScheduleBuilder divided(int workers) {
        return systems().workers(workers).thresholds(0, 1);
    }

    @TestOfWorkers
    void shouldGiveTheSameWorldAsOutsideOfASchedule(int workers) {
        Query healthy = all(Health.TYPE);
        Query changed = world.query().changed(Position.TYPE).build();
        changed.forEach(row -> {});
        int[] seen = new int[1];
        tick(
                divided(workers)
                        .add("heal", healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1)))
                        .add("sums", sums(world))
                        .add("look", changed.kernel(row -> seen[0]++), reads(Position.TYPE), Access.touchesOthers()),
                3);
        assertEquals(expected(), hash(world));
        assertEquals(3 * COUNT, seen[0]);
    }

    /** One world runs the cascade over changes in a schedule, the other one visits all after each tick. */
    @TestOfWorkers
    void shouldVisitChangesInSystems(int workers) {
        try (World other = World.create()) {
            Random random = new Random(workers);
            long[] others = populate(other);
            CascadeKernel all = sums(other);
            CascadeKernel changed = all(Position.TYPE, Health.TYPE)
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
            int[] seen = new int[1];
            build(divided(workers)
                    .add("sums", changed, writes(Position.TYPE), reads(Health.TYPE))
                    .add("look", later.kernel(row -> seen[0]++), reads(Position.TYPE), Access.touchesOthers()));
            for (int tick = 0; tick < 20; tick++) {
                for (int i = 0; i < 20 && tick > 0; i++) {
                    int at = random.nextInt(COUNT);
                    change(world, entities, at, tick + i);
                    change(other, others, at, tick + i);
                    int parent = random.nextInt(at + 1);
                    if (parent < at && i == 0) {
                        world.hierarchy().attach(entities[at], entities[parent]);
                        other.hierarchy().attach(others[at], others[parent]);
                    }
                }
                later.forEach(row -> {});
                visited.set(0);
                schedule.tick(1);
                all.run();
                assertEquals(hash(other), hash(world));
                assertEquals(visited.get(), seen[0], "exactly these count as written");
                assertTrue(tick == 0 ? visited.get() == COUNT : visited.get() < COUNT / 2);
                seen[0] = 0;
            }
        }
    }

    private static void change(World world, long[] entities, int at, int value) {
        world.set(entities[at], Position.X, value);
        world.set(entities[at], Health.POINTS, value);
    }

    @Test
    void shouldRunALevelAfterTheOneAbove() {
        long[] many = new long[40_000];
        world.template().with(new Position(1, 0)).build().spawn(many);
        for (int i = 1; i < many.length; i++) {
            world.hierarchy().attach(many[i], many[(i - 1) / 4]);
        }
        tick(divided(4).add("sums", sums(world), writes(Position.TYPE)));
        for (long entity : many) {
            assertEquals(world.hierarchy().depth(entity) + 1f, world.get(entity, Position.Y));
        }
    }

    @Test
    void shouldNotDivideCascadesToParents() {
        CascadeKernel up = scene.cascadeUp(TreeType.DEFAULT, (row, parent) -> visited.incrementAndGet());
        build(divided(2).add("up", up, writes(Position.TYPE)));
        schedule.tick(1);
        assertFalse(schedule.graph().systems().get(0).isSplittable());
        assertEquals(COUNT - 1, visited.get());
    }

    @Test
    void shouldVisitAgainWhenItsSystemFails() {
        CascadeKernel kernel = scene.cascade(TreeType.DEFAULT, row -> visited.incrementAndGet(), (row, parent) -> {
                    if (visited.incrementAndGet() == COUNT) {
                        throw new IllegalStateException("expected");
                    }
                })
                .changedOnly(Position.TYPE);
        build(divided(2).add("fail", kernel, reads(Position.TYPE)));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        visited.set(2 * COUNT);
        schedule.tick(1);
        assertEquals(3 * COUNT, visited.get());
        schedule.tick(1);
        assertEquals(3 * COUNT, visited.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldNotRunLevelsBelowAFailure(int workers) {
        scene.forEach(row -> row.set(Position.Y, -1));
        CascadeKernel failing = scene.cascade(TreeType.DEFAULT, row -> row.set(Position.Y, 0), (row, parent) -> {
            if (parent.get(Position.Y) == 1) {
                throw new IllegalStateException("expected");
            }
            row.set(Position.Y, parent.get(Position.Y) + 1);
        });
        build(divided(workers).add("fail", failing, writes(Position.TYPE)));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        scene.forEach(row -> assertTrue(row.get(Position.Y) <= 1));
        assertThrows(SystemException.class, () -> schedule.tick(1), "its run has ended");
    }

    @Test
    void shouldRunInABody() {
        CascadeKernel sums = sums(world);
        tick(systems().workers(2).add("sums", sums::run, writes(Position.TYPE), reads(ChildOf.TYPE)));
        assertEquals(expected(), hash(world));
    }

    @Test
    void shouldDeclareWhatItReads() {
        try (World other = World.create()) {
            CascadeKernel sums = sums(world);
            build(systems().add("sums", sums).add("again", sums(world), writes(Position.TYPE), reads(ChildOf.TYPE)));
            assertTrue(schedule.graph().systems().get(0).isSplittable());
            assertEquals(1, schedule.graph().implicitOrder().size());
            schedule.close();
            CascadeKernel foreign = sums(other);
            CascadeKernel none = null;
            assertRejects(systems().add("first", sums).add("second", sums)::build, "run the same cascade");
            assertRejects(() -> systems().add("foreign", foreign));
            assertRejects(() -> systems().add("none", none));
            assertRejects(() -> systems().add("alone", sums, Access.exclusive()));
        }
    }

    @Test
    void shouldRejectUndeclaredAccessInStrictMode() {
        assumeTrue(Strict.ON);
        CascadeKernel sums = sums(world);
        failure(systems().add("sums", sums, reads(Position.TYPE)));
        failure(systems().add("it reads parents", sums::run, writes(Position.TYPE)));
    }
}
