package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.SpanKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems whose queries have conditions on values. */
class ConditionInScheduleTest {
    private final World world = World.create();
    private final Query living = world.query().all(Health.TYPE).build();
    private final Query dying = living.where(Health.POINTS).atMost(0);
    private final RowKernel hurt = living.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));

    @AfterEach
    void close() {
        world.close();
    }

    private void spawn(int count) {
        for (int i = 0; i < count; i++) {
            world.spawn(new Health(1 + i % 10), new Position(i, 0));
        }
    }

    private static String stages(Schedule schedule) {
        return schedule.graph().stages().toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldFindTheValuesThatEarlierSystemsWrote(int workers) {
        spawn(40_000);
        RowKernel reap = dying.kernel((row, commands) -> commands.destroy(row.entity()));
        RowKernel heal = living.where(Health.POINTS)
                .equalTo(5)
                .pureKernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 20));
        List<Integer> counts = new ArrayList<>();
        try (Schedule schedule = Schedule.builder(world)
                .workers(workers)
                .thresholds(0, 1)
                .add("hurt", hurt, writes(Health.TYPE))
                .add("heal", heal, writes(Health.TYPE))
                .add("reap", reap, reads(Health.TYPE), destroys())
                .add("count", () -> counts.add(dying.count()), reads(Health.TYPE))
                .build()) {
            assertEquals("[[hurt], [heal], [reap], [count]]", stages(schedule));
            for (int tick = 0; tick < 3; tick++) {
                schedule.tick(1);
            }
        }

        assertEquals(List.of(0, 0, 0), counts);
        assertEquals(40_000 - 3 * 4_000, living.count());
        assertEquals(3 * 4_000, living.where(Health.POINTS).greaterThan(20).count());
    }

    /** The rows are found when the stage begins, so a system that only comes later may write them beside. */
    @Test
    void shouldShareAStageWithLaterWriters() {
        spawn(100);
        SpanKernel spans = world.query()
                .all(Position.TYPE)
                .where(Health.POINTS)
                .atLeast(3)
                .build()
                .spanKernel(span -> {});
        try (Schedule schedule = Schedule.builder(world)
                .add("spans", spans, reads(Position.TYPE, Health.TYPE))
                .add("hurt", hurt, writes(Health.TYPE))
                .build()) {
            assertEquals("[[spans, hurt]]", stages(schedule));
        }
    }

    @Test
    void shouldCountAnUndeclaredComponentAsWritten() {
        Query positions =
                world.query().all(Position.TYPE).build().where(Health.POINTS).atMost(3);
        RowKernel kernel = positions.kernel(row -> row.set(Position.X, 1));
        try (Schedule schedule = Schedule.builder(world)
                .add("hurt", hurt, writes(Health.TYPE))
                .add("kernel", kernel, writes(Position.TYPE))
                .build()) {
            assertEquals("[[hurt], [kernel]]", stages(schedule));
            assertTrue(
                    schedule.graph().toString().contains("writes(Health) assumed"),
                    () -> schedule.graph().toString());
        }
    }

    @Test
    void shouldRequireTheColumnOfAComponentWithDeclaredColumns() {
        RowKernel kernel =
                world.query().all(Kinds.TYPE).where(Kinds.I32).atMost(0).build().kernel(row -> row.set(Kinds.F32, 1));
        ScheduleBuilder builder = Schedule.builder(world);
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> builder.add("kernel", kernel, writes(Kinds.F32)));
        assertTrue(thrown.getMessage().contains("add reads(...) of the column"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("i32"), thrown::getMessage);

        long entity = world.spawn(Kinds.ZERO);
        try (Schedule schedule = Schedule.builder(world)
                .add("kernel", kernel, writes(Kinds.F32), reads(Kinds.I32))
                .build()) {
            schedule.tick(1);
        }
        assertEquals(1, world.get(entity, Kinds.F32));
    }

    @Test
    void shouldRequireTheColumnOfPartners() {
        Query seekers = world.query().all(Position.TYPE, Kinds.TYPE).build();
        Query partners = world.query().where(Kinds.I32).atMost(0).build();
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, partners, (row, partner) -> row.set(Position.X, 1));
        ScheduleBuilder builder = Schedule.builder(world);

        assertThrows(
                IllegalArgumentException.class,
                () -> builder.add("kernel", kernel, writes(Position.TYPE), reads(Kinds.TARGET)));
    }

    @Test
    void shouldRejectABodyThatHasNotDeclaredTheColumn() {
        assumeTrue(Strict.ON, "strict mode is off");
        world.spawn(Kinds.ZERO);
        Query some = world.query().where(Kinds.I32).atMost(0).build();
        for (Runnable use : List.<Runnable>of(some::count, some::first, () -> some.forEach(row -> {}))) {
            assertRejected("read column i32 of component", use, reads(Kinds.F32));
        }
    }

    @Test
    void shouldRejectAKernelWhoseOwnWritesAnInnerQueryLooksAt() {
        assumeTrue(Strict.ON, "strict mode is off");
        spawn(3);
        RowKernel kernel = living.kernel(row -> row.set(Health.POINTS, dying.count()));
        ScheduleBuilder builder = Schedule.builder(world).add("kernel", kernel, writes(Health.TYPE));
        try (Schedule schedule = builder.build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = failure.getCause().getMessage();
            assertTrue(message.contains("in all rows of a query, which it writes"), message);
        }
        try (Schedule schedule = Schedule.builder(world)
                .add("kernel", kernel, writes(Health.TYPE), touchesOthers())
                .build()) {
            schedule.tick(1);
        }
    }

    private void assertRejected(String text, Runnable body, SystemOption... options) {
        try (Schedule schedule =
                Schedule.builder(world).add("body", body, options).build()) {
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                    .getMessage();
            assertTrue(message.contains(text), message);
        }
    }
}
