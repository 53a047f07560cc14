package basalt.system;

import static basalt.system.Access.destroys;
import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Conditions on values, pair kernels and selections in systems. */
class QueriesInSystemTest extends ScheduleFixture {
    private final Query living = all(Health.TYPE);
    private final Query dying = living.where(Health.POINTS).atMost(0);
    private final RowKernel hurt = living.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) - 1));

    private void spawn(int count) {
        for (int i = 0; i < count; i++) {
            world.spawn(new Health(1 + i % 10), new Position(i, 0));
        }
    }

    private static String stages(Schedule schedule) {
        return schedule.graph().stages().toString();
    }

    @TestOfWorkers
    void shouldFindTheValuesThatEarlierSystemsWrote(int workers) {
        spawn(40_000);
        RowKernel reap = dying.kernel((row, commands) -> commands.destroy(row.entity()));
        RowKernel heal = living.where(Health.POINTS)
                .equalTo(5)
                .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 20));
        List<Integer> counts = new ArrayList<>();
        build(systems()
                .workers(workers)
                .thresholds(0, 1)
                .add("hurt", hurt, writes(Health.TYPE))
                .add("heal", heal, writes(Health.TYPE))
                .add("reap", reap, reads(Health.TYPE), destroys())
                .add("count", () -> counts.add(dying.count()), reads(Health.TYPE)));
        assertEquals("[[hurt], [heal], [reap], [count]]", stages(schedule));
        tick(3, 1);

        assertEquals(List.of(0, 0, 0), counts);
        assertEquals(40_000 - 3 * 4_000, living.count());
        assertEquals(3 * 4_000, living.where(Health.POINTS).greaterThan(20).count());
    }

    /** The rows are found when the stage begins, so a system that only comes later may write them beside. */
    @Test
    void shouldShareAStageWithLaterWriters() {
        spawn(100);
        RowKernel rows = world.query()
                .all(Position.TYPE)
                .where(Health.POINTS)
                .atLeast(3)
                .build()
                .kernel(row -> {});
        build(systems().add("rows", rows, reads(Position.TYPE, Health.TYPE)).add("hurt", hurt, writes(Health.TYPE)));
        assertEquals("[[rows, hurt]]", stages(schedule));
    }

    @Test
    void shouldCountAnUndeclaredComponentAsWritten() {
        Query positions = all(Position.TYPE).where(Health.POINTS).atMost(3);
        RowKernel kernel = positions.kernel(opaque(row -> row.set(Position.X, 1)));
        build(systems().add("hurt", hurt, writes(Health.TYPE)).add("kernel", kernel, writes(Position.TYPE)));
        assertEquals("[[hurt], [kernel]]", stages(schedule));
        assertTrue(
                schedule.graph().toString().contains("writes(Health) assumed"),
                () -> schedule.graph().toString());
    }

    @Test
    void shouldRequireTheColumnOfAComponentWithDeclaredColumns() {
        RowKernel kernel = world.query()
                .all(Kinds.TYPE)
                .where(Kinds.I32)
                .atMost(0)
                .build()
                .kernel(opaque(row -> row.set(Kinds.F32, 1)));
        ScheduleBuilder builder = systems();
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> builder.add("kernel", kernel, writes(Kinds.F32)));
        assertTrue(thrown.getMessage().contains("add reads(...) of the column"), thrown::getMessage);
        assertTrue(thrown.getMessage().contains("i32"), thrown::getMessage);

        long entity = world.spawn(Kinds.ZERO);
        tick(systems().add("kernel", kernel, writes(Kinds.F32), reads(Kinds.I32)));
        assertEquals(1, world.get(entity, Kinds.F32));
    }

    @Test
    void shouldRequireTheColumnOfPartners() {
        Query seekers = all(Position.TYPE, Kinds.TYPE);
        Query partners = world.query().where(Kinds.I32).atMost(0).build();
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, partners, (row, partner) -> row.set(Position.X, 1));
        ScheduleBuilder builder = systems();

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
        ScheduleBuilder builder = systems().add("kernel", kernel, writes(Health.TYPE));
        assertMentions(rejection("kernel", builder), "in all rows of a query, which it writes");
        tick(systems().add("kernel", kernel, writes(Health.TYPE), touchesOthers()));
    }

    private void assertRejected(String text, Runnable body, SystemOption... options) {
        assertMentions(rejection("body", systems().add("body", body, options)), text);
    }

    @Test
    void shouldBeDividedOnlyIfPartnersAreRead() {
        Query seekers = world.query().all(Kinds.TYPE).build();
        Query targets = world.query().all(Health.TYPE).build();
        RowKernel kernel = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
        RowKernel self = seekers.pairKernel(Kinds.TARGET, seekers, (row, partner) -> {});

        assertTrue(isSplit(kernel, writes(Kinds.TYPE), reads(Health.TYPE)));
        assertFalse(isSplit(kernel, writes(Kinds.TYPE)), "what is not declared counts as written");
        assertFalse(isSplit(kernel, reads(Kinds.TYPE), writes(Health.TYPE)));
        assertFalse(isSplit(self, writes(Kinds.TYPE)));
        assertTrue(isSplit(self, reads(Kinds.TYPE)));
    }

    private boolean isSplit(RowKernel kernel, SystemOption... options) {
        return build(systems().add("pairs", kernel, options))
                .graph()
                .systems()
                .get(0)
                .isSplittable();
    }

    @Test
    void shouldNotRunBesideSystemsThatWriteItsPartners() {
        Query seekers = world.query().all(Kinds.TYPE).build();
        Query targets = world.query().all(Health.TYPE).build();
        RowKernel look = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> {});
        RowKernel heal = targets.kernel(row -> row.set(Health.POINTS, 1));
        build(systems().add("look", look, reads(Kinds.TYPE, Health.TYPE)).add("heal", heal, writes(Health.TYPE)));
        assertEquals(1, schedule.graph().implicitOrder().size());
    }

    @Test
    void shouldRejectUndeclaredAccessInStrictMode() {
        assumeTrue(Strict.ON);
        long entity = world.spawn(Kinds.ZERO, new Health(1));
        world.set(entity, Kinds.TARGET, entity);
        Query seekers = world.query().all(Kinds.TYPE).build();
        Query targets = world.query().all(Health.TYPE).build();
        RowKernel strike = seekers.pairKernel(Kinds.TARGET, targets, (row, partner) -> partner.set(Health.POINTS, 1));
        failure(systems().add("strike", strike, reads(Kinds.TYPE, Health.TYPE)));
    }

    /** Selections in systems: they are in the worker's arena and end with the system. */
    @Nested
    class Selections extends ScheduleFixture {
        private static final int COUNT = 1000;

        private final Query query =
                world.query().all(Kinds.TYPE).optional(Health.TYPE).build();

        @BeforeEach
        void create() {
            long[] entities = new long[COUNT];
            world.template().with(Kinds.ZERO, new Health(0)).build().spawn(entities);
            for (int i = 0; i < COUNT; i++) {
                world.set(entities[i], Health.POINTS, i);
                world.set(entities[i], Kinds.I32, i * 31 % COUNT);
                world.set(entities[i], Kinds.TARGET, entities[COUNT - 1 - i]);
            }
        }

        @Test
        void shouldWorkOnSeveralThreadsAtOnce() {
            List<Selection> selections = new ArrayList<>();
            List<List<Long>> seen = new ArrayList<>();
            ScheduleBuilder builder = systems().workers(3);
            for (int i = 0; i < 6; i++) {
                Selection selection = Selection.of(query);
                List<Long> entities = new ArrayList<>();
                selections.add(selection);
                seen.add(entities);
                builder.add("system " + i, () -> look(selection, entities), reads(Kinds.TYPE));
            }
            build(builder);
            for (int tick = 0; tick < 20; tick++) {
                seen.forEach(List::clear);
                schedule.tick(1);
                for (int i = 0; i < 6; i++) {
                    assertEquals(seen.get(0), seen.get(i));
                    assertThrows(IllegalStateException.class, selections.get(i)::size);
                }
            }

            List<Long> expected = new ArrayList<>();
            Selection outside = Selection.of(query);
            look(outside, expected);
            assertEquals(expected, seen.get(0), "the same as outside");
            assertEquals(100, outside.size());
        }

        @Test
        void shouldRequireDeclarationsOfComponentsThatSelectPartners() {
            assumeTrue(Strict.ON);
            Query healthy = all(Health.TYPE);
            Selection selection = Selection.of(query);
            SystemException failure = failure(systems()
                    .add("join", () -> selection.collect().join(Kinds.TARGET, healthy), reads(Kinds.TYPE)));
            assertTrue(failure.getMessage().contains("Health"), failure::getMessage);
        }

        private void look(Selection selection, List<Long> entities) {
            selection
                    .collect()
                    .join(Kinds.TARGET, query)
                    .sortByDescending(Kinds.I32)
                    .top(100, Kinds.I32);
            for (int i = 0; i < selection.size(); i++) {
                entities.add(selection.entity(i));
                entities.add(selection.partner(i));
            }
            assertEquals(100, selection.groupBy(Kinds.I32).groupCount());
        }

        @Test
        void shouldWriteComponentsThatItsSystemWrites() {
            Selection selection = Selection.of(query);
            tick(systems()
                    .add(
                            "mark",
                            () -> selection.collect().bottom(10, Kinds.I32).forEach(row -> row.set(Kinds.I8, (byte) 1)),
                            writes(Kinds.TYPE)));
            assertEquals(10, query.reduce().sum(Kinds.I8));
        }

        @Test
        void shouldOnlyReadComponentsThatItsSystemReadsInStrictMode() {
            assumeTrue(Strict.ON);
            Query both = all(Kinds.TYPE, Health.TYPE);
            Selection selection = Selection.of(both);
            SystemException failure =
                    failure(systems().add("sort", () -> selection.collect().sortBy(Health.POINTS), reads(Kinds.TYPE)));
            assertTrue(failure.getCause().getMessage().contains(Health.TYPE.name()), failure.getCause()::getMessage);
        }

        /** While one system iterates over a selection, a system on another thread cannot change it. */
        @Test
        void shouldNotBeUsedByTwoSystemsAtOnce() {
            Selection selection = Selection.of(query);
            CountDownLatch isInUse = new CountDownLatch(1);
            CountDownLatch isRefused = new CountDownLatch(1);
            List<Throwable> failures = new ArrayList<>();
            List<Runnable> uses = List.of(
                    selection::collect,
                    () -> selection.sortBy(Kinds.I32),
                    () -> selection.groupBy(Kinds.I32),
                    () -> selection.top(3, Kinds.I32),
                    () -> selection.join(Kinds.TARGET, query),
                    () -> selection.forEach(row -> {}),
                    () -> selection.forEachPair((row, partner) -> {}),
                    () -> selection.size());
            Runnable first = () -> selection.collect().top(1, Kinds.I32).forEach(row -> {
                isInUse.countDown();
                ScheduleFixture.await(isRefused);
            });
            Runnable second = () -> {
                ScheduleFixture.await(isInUse);
                uses.forEach(use -> failures.add(assertThrows(IllegalStateException.class, use::run)));
                isRefused.countDown();
            };
            tick(systems(2)
                    .add("first", first, reads(Kinds.TYPE, Health.TYPE))
                    .add("second", second, reads(Kinds.TYPE, Health.TYPE)));
            for (Throwable failure : failures) {
                assertTrue(
                        failure.getMessage().contains("in use by thread")
                                || failure.getMessage().contains("in the frame arena of another thread"),
                        failure::getMessage);
            }
            assertEquals(uses.size(), failures.size());
            assertEquals(COUNT, selection.collect().size());
        }

        @Test
        void shouldNotBeUsedByAnotherSystem() {
            Selection selection = Selection.of(query);
            List<Throwable> failures = new ArrayList<>();
            tick(systems()
                    .add("collect", selection::collect, writes(Kinds.TYPE))
                    .add(
                            "use",
                            () -> failures.add(assertThrows(IllegalStateException.class, () -> selection.entity(0))),
                            writes(Kinds.TYPE)));
            assertTrue(
                    failures.get(0).getMessage().contains("had ended; collect() it again"),
                    failures.get(0)::getMessage);
        }
    }
}
