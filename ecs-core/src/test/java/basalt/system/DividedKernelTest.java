package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static basalt.system.ScheduleFixture.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.component.Entity;
import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowCursor;
import basalt.query.RowKernel;
import basalt.query.Selection;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Rare;
import basalt.storage.fixture.Velocity;
import basalt.world.RemovedComponents;
import basalt.world.Time;
import basalt.world.WorkerLocal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Kernels that are divided among workers, and those that must not be. */
class DividedKernelTest {
    /** A kernel that touches other entities than that of its row declares it and is not divided. */
    @Nested
    class Others extends ScheduleFixture {
        private static final int ENTITIES = 300;

        private final Query healthy = all(Health.TYPE, Position.TYPE, Velocity.TYPE);
        private final long[] entities = new long[ENTITIES];

        Others() {
            for (int i = 0; i < ENTITIES; i++) {
                entities[i] = world.spawn(new Health(i), new Position(i, 1), new Velocity(2, i), new Rare(i, "r" + i));
            }
        }

        /** Each row reads a value of the entity eighty entities further on. */
        private RowKernel chain() {
            return healthy.kernel(row -> row.set(
                    Health.POINTS,
                    world.get(entities[(row.index() + 80) % ENTITIES], Health.POINTS) * 31 + row.get(Health.POINTS)));
        }

        private String rejection(RowKernel kernel, int workers, SystemOption... options) {
            assumeTrue(Strict.ON, "strict mode is off");
            return rejection("wild", systems(workers).add("wild", kernel, options));
        }

        private String rejection(RowKernel kernel, int workers) {
            return rejection(kernel, workers, writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE, Rare.TYPE));
        }

        @TestOfWorkers
        void shouldNameSystemComponentAndBothEntities(int workers) {
            String message = rejection(chain(), workers);
            assertTrue(
                    IntStream.range(0, ENTITIES) // each piece starts with another row
                            .anyMatch(i -> message.contains("'wild' was given the row of entity "
                                    + Entity.toString(entities[i]) + " and touched component " + Health.TYPE.name()
                                    + " of entity " + Entity.toString(entities[(i + 80) % ENTITIES]))),
                    message);
            assertTrue(message.contains("add touchesOthers()"), message);
        }

        private void assertRejected(RowBody body) {
            for (int workers = 1; workers <= 2; workers++) {
                assertMentions(
                        rejection(healthy.kernel(body), workers), "add touchesOthers()", "'wild'", Health.TYPE.name());
            }
        }

        @Test
        void shouldRejectEachWayToAnotherEntity() {
            long other = entities[ENTITIES - 1];
            Query query = all(Health.TYPE);
            RowKernel nested = query.kernel(row -> row.set(Health.POINTS, 1));
            assertRejected(row -> world.get(other, Health.POINTS));
            assertRejected(row -> world.get(other, Health.TYPE));
            assertRejected(row -> world.set(other, Health.POINTS, 1));
            assertRejected(row -> world.set(other, new Health(1)));
            assertRejected(row -> world.row(other).get(Health.POINTS));
            assertRejected(row -> world.row(other).set(Health.POINTS, 1));
            assertRejected(row -> query.reduce().sum(Health.POINTS));
            assertRejected(row -> query.forEach(found -> found.get(Health.POINTS)));
            assertRejected(
                    row -> query.forEachSpan(span -> span.row(span.to() - 1).get(Health.POINTS)));
            assertRejected(row -> nested.run());
            assertRejected(row -> {
                try (RowCursor rows = query.cursor()) {
                    while (rows.next()) {
                        rows.row().get(Health.POINTS);
                    }
                }
            });
        }

        @Test
        void shouldRejectReadersThatPiecesWouldShare() {
            Query changed = world.query().changed(Position.TYPE).build();
            RemovedComponents removals = world.removed(Position.TYPE);
            Selection selection = Selection.of(all(Velocity.TYPE));
            for (int workers = 1; workers <= 2; workers++) {
                assertUseRejected("a query for changes", row -> changed.forEach(found -> {}), workers);
                assertUseRejected("a reader of removals", row -> removals.next(), workers);
                assertUseRejected("a selection", row -> selection.collect(), workers);
            }
        }

        private void assertUseRejected(String use, RowBody body, int workers) {
            assertMentions(
                    rejection(healthy.kernel(body), workers),
                    "'wild' used " + use + ", so that its result",
                    "add touchesOthers()");
        }

        @Test
        void shouldReportAssumedWritesOfTheKernel() {
            RowKernel kernel = healthy.kernel(opaque(row ->
                    row.set(Health.POINTS, (int) world.get(entities[ENTITIES - 1], Position.X))));
            assertMentions(
                    rejection(kernel, 1, writes(Health.TYPE), reads(Velocity.TYPE)),
                    "which it is taken to write",
                    "add touchesOthers() to the system; or reads(Position.class) if it does not write the component");
        }

        @Test
        void shouldAllowUsesThatDoNotDependOnTheDivision() {
            long other = entities[ENTITIES - 1];
            Query query = all(Velocity.TYPE);
            RowBody own = row -> {
                world.set(row.entity(), Health.POINTS, (int) world.get(row.entity(), Position.X) + 1);
                world.row(row.entity())
                        .set(Health.POINTS, world.row(row.entity()).get(Health.POINTS) + 1);
                query.reduce().sum(Velocity.DX);
                query.forEach(found -> {
                    if (found.entity() == row.entity()) {
                        found.get(Velocity.DX);
                    }
                });
                world.get(other, Rare.NOTE);
                assertTrue(world.has(other, Health.TYPE));
            };
            build(systems(4)
                    .add(
                            "own",
                            healthy.kernel(own),
                            writes(Health.TYPE),
                            reads(Position.TYPE, Velocity.TYPE, Rare.TYPE))
                    .add("body", () -> chain().run(), writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE)));
            schedule.disable("body");
            schedule.tick(1);
            assertEquals(9, world.get(entities[7], Health.POINTS));
            schedule.enable("body");
            schedule.disable("own");
        }

        @Test
        void shouldLetABodyUseDeclaredComponents() {
            RowKernel chain = chain();
            Runnable body = () -> {
                chain.run();
                healthy.reduce().sum(Health.POINTS);
            };
            tick(systems().add("body", body, writes(Health.TYPE), reads(Position.TYPE, Velocity.TYPE)));
            assertEquals(80 * 31, world.get(entities[0], Health.POINTS));
        }
    }

    /** Strict mode reports a kernel that may be divided among workers and changes what its body has captured. */
    @Nested
    class Captured extends ScheduleFixture {
        private static final int ENTITIES = 300;

        private final Query healthy = all(Health.TYPE);

        /** State of the user outside the world. */
        private static class Game {
            private final int[] counters = new int[2];
            private final List<Integer> log = new ArrayList<>();
            private final int speed = 3;
            private int score;
            private volatile int stops;
        }

        /** A game with a counter in a class that it extends. */
        private static final class LongGame extends Game {}

        Captured() {
            world.template().with(new Health(1)).build().spawn(ENTITIES);
        }

        private ScheduleBuilder helped(ScheduleBuilder systems, int workers) {
            return systems.workers(workers).executor(threads()).thresholds(0, 0);
        }

        private void tick(int workers, ScheduleBuilder systems) {
            tick(helped(systems, workers), 2);
        }

        private ScheduleBuilder count(RowKernel kernel, SystemOption... more) {
            SystemOption[] options = new SystemOption[more.length + 1];
            options[0] = writes(Health.TYPE);
            System.arraycopy(more, 0, options, 1, more.length);
            return systems().add("count", kernel, options);
        }

        private void assertRejected(int workers, String what, ScheduleBuilder systems) {
            assumeTrue(Strict.ON, "strict mode is off");
            assertMentions(
                    rejection("count", helped(systems, workers)),
                    "the kernel of system 'count'",
                    what,
                    "world.workerLocal(...)",
                    "touchesOthers()");
        }

        private void assertRejected(int workers, String what, RowBody body) {
            assertRejected(workers, what, count(healthy.kernel(body)));
        }

        @TestOfWorkers
        void shouldCatchACounterInAnArray(int workers) {
            int[] counter = {0};
            assertRejected(workers, "int[] that it captured", row -> row.set(Health.POINTS, counter[0]++));
        }

        @TestOfWorkers
        void shouldCatchAFieldOfACapturedObject(int workers) {
            Game game = new LongGame();
            assertRejected(
                    workers, "field score of " + LongGame.class.getName(), row -> game.score += row.get(Health.POINTS));
        }

        @Test
        void shouldCatchAListABuilderAndAListInAnObject() {
            List<Integer> list = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            Game game = new Game();
            assertRejected(2, "List that it captured", row -> add(list, row.index()));
            assertRejected(2, "StringBuilder that it captured", row -> text.append('x'));
            assertRejected(2, "field log of " + Game.class.getName(), row -> add(game.log, row.index()));
        }

        private static void add(List<Integer> list, int value) {
            synchronized (list) {
                list.add(value);
            }
        }

        @Test
        void shouldCatchAFieldOfTheBodyItself() {
            RowBody body = new RowBody() {
                private int seen;

                @Override
                public void accept(Row row) {
                    row.set(Health.POINTS, seen++);
                }
            };
            assertRejected(1, "field seen of", body);
        }

        @Test
        void shouldCatchItInKernelsOfEachKind() {
            int[] counter = {0};
            assertRejected(1, "int[]", count(healthy.kernel((row, commands) -> counter[0]++)));
            long leader = world.spawn(new Position(0, 0));
            world.set(world.spawn(Kinds.ODD), Kinds.TARGET, leader);
            Query leaders = all(Position.TYPE);
            RowKernel pairs = all(Kinds.TYPE).pairKernel(Kinds.TARGET, leaders, (row, partner) -> counter[0]++);
            assertRejected(1, "int[]", systems().add("count", pairs, writes(Kinds.TYPE), reads(Position.TYPE)));
        }

        @TestOfWorkers
        void shouldLetAnUndividedKernelChangeIt(int workers) {
            int[] counter = {0};
            RowKernel kernel = healthy.kernel(row -> row.set(Health.POINTS, counter[0]++));
            tick(workers, count(kernel, touchesOthers()));
            tick(workers, count(kernel, writesResource(Game.class)));
            assertEquals(4 * ENTITIES, counter[0]);
        }

        @TestOfWorkers
        void shouldAllowThreadSafeObjectsAndElementsOfItsRow(int workers) {
            AtomicLong sum = new AtomicLong();
            LongAdder adder = new LongAdder();
            Set<Integer> seen = ConcurrentHashMap.newKeySet();
            int[] byRow = new int[1 << 14];
            String[] names = new String[1 << 14];
            Game game = new Game();
            Time time = world.time();
            WorkerLocal<int[]> local = world.workerLocal(() -> new int[1]);
            tick(workers, count(healthy.kernel(row -> {
                sum.addAndGet(row.get(Health.POINTS));
                adder.increment();
                seen.add(row.index());
                byRow[row.index()]++;
                names[row.index()] = "n" + row.index();
                local.get()[0]++;
                game.stops = 1;
                row.set(Health.POINTS, game.speed + (int) time.deltaSeconds() + healthy.hashCode() * 0);
            })));
            assertEquals(2 * ENTITIES, adder.sum());
            assertEquals(ENTITIES + ENTITIES * 4, sum.get());
            assertEquals(ENTITIES, seen.size());
        }

        @Test
        void shouldLetABodyOrADirectRunChangeIt() {
            int[] counter = {0};
            RowKernel kernel = healthy.kernel(row -> counter[0]++);
            kernel.run();
            tick(2, systems().add("body", kernel::run, writes(Health.TYPE)));
            assertEquals(3 * ENTITIES, counter[0]);
        }

        /** A system beside it may change another field of the same object. */
        @Test
        void shouldLetASystemBesideItChangeAnotherField() {
            Game game = new Game();
            long entity = world.spawn(new Position(0, 0));
            CountDownLatch isInKernel = new CountDownLatch(1);
            CountDownLatch hasScored = new CountDownLatch(1);
            RowKernel kernel = all(Position.TYPE).kernel(row -> {
                isInKernel.countDown();
                ScheduleFixture.await(hasScored);
                row.set(Position.X, game.speed);
            });
            tick(2, systems().add("count", kernel, writes(Position.TYPE)).add("score", () -> {
                ScheduleFixture.await(isInKernel);
                game.score++;
                hasScored.countDown();
            }));
            assertEquals(2, game.score);
            assertEquals(3, world.get(entity, Position.X));
        }

        /** The exception of the body is reported, not its changes before. */
        @Test
        void shouldReportTheExceptionOfTheBodyFirst() {
            int[] counter = {0};
            RowKernel kernel = healthy.kernel(row -> {
                if (counter[0]++ == 5) {
                    throw new IllegalArgumentException("the sixth row");
                }
            });
            SystemException failure = failure(helped(count(kernel), 1));
            assertEquals("the sixth row", failure.getCause().getMessage());
        }

        /**
         * The error ends the system like any other: its commands are discarded, and systems that wait for it do not
         * start.
         */
        @Test
        void shouldDiscardCommandsOfTheSystem() {
            assumeTrue(Strict.ON, "strict mode is off");
            int[] counter = {0};
            boolean[] hasRun = {false};
            RowKernel kernel = healthy.kernel((row, commands) -> {
                counter[0]++;
                commands.destroy(row.entity());
            });
            ScheduleBuilder systems =
                    count(kernel, Access.destroys()).add("after", () -> hasRun[0] = true, Order.after("count"));
            failure(helped(systems, 2));
            assertEquals(ENTITIES, world.entityCount());
            assertEquals(false, hasRun[0]);
        }
    }
}
