package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.writes;
import static basalt.system.Access.writesResource;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.internal.Strict;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.query.RowKernel;
import basalt.query.Span;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Kinds;
import basalt.storage.fixture.Position;
import basalt.world.Time;
import basalt.world.WorkerLocal;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strict mode reports a kernel that may be divided among workers and changes what its body has captured. */
class CapturedInSystemTest {
    private static final int ENTITIES = 300;

    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();

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

    CapturedInSystemTest() {
        world.template().with(new Health(1)).build().spawn(ENTITIES);
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void tick(int workers, ScheduleBuilder systems) {
        try (EagerThreads threads = new EagerThreads(3);
                Schedule schedule = systems.workers(workers)
                        .executor(threads)
                        .thresholds(0, 0)
                        .build()) {
            schedule.tick(1);
            schedule.tick(1);
        }
    }

    private ScheduleBuilder systems() {
        return Schedule.builder(world);
    }

    private ScheduleBuilder count(RowKernel kernel, SystemOption... more) {
        SystemOption[] options = new SystemOption[more.length + 1];
        options[0] = writes(Health.TYPE);
        System.arraycopy(more, 0, options, 1, more.length);
        return systems().add("count", kernel, options);
    }

    private void assertRejected(int workers, String what, ScheduleBuilder systems) {
        assumeTrue(Strict.ON, "strict mode is off");
        SystemException failure = assertThrows(SystemException.class, () -> tick(workers, systems));
        assertEquals("count", failure.system());
        String message = assertInstanceOf(IllegalStateException.class, failure.getCause())
                .getMessage();
        assertTrue(message.contains("the kernel of system 'count'") && message.contains(what), message);
        assertTrue(message.contains("world.workerLocal(...)") && message.contains("touchesOthers()"), message);
    }

    private void assertRejected(int workers, String what, RowBody body) {
        assertRejected(workers, what, count(healthy.kernel(body)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCatchACounterInAnArray(int workers) {
        int[] counter = {0};
        assertRejected(workers, "int[] that it captured", row -> row.set(Health.POINTS, counter[0]++));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
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
        Span.Body spans = span -> counter[0] += span.size();
        assertRejected(2, "int[]", systems().add("count", healthy.spanKernel(spans), writes(Health.TYPE)));
        long leader = world.spawn(new Position(0, 0));
        world.set(world.spawn(Kinds.ODD), Kinds.TARGET, leader);
        Query leaders = world.query().all(Position.TYPE).build();
        RowKernel pairs =
                world.query().all(Kinds.TYPE).build().pairKernel(Kinds.TARGET, leaders, (row, partner) -> counter[0]++);
        assertRejected(1, "int[]", systems().add("count", pairs, writes(Kinds.TYPE), reads(Position.TYPE)));
    }

    @Test
    void shouldCatchABufferThatSeveralWorkersWouldWrap() {
        UnsafeBuffer buffer = new UnsafeBuffer();
        Span.Body body = span -> span.wrap(Health.POINTS, buffer);
        assertRejected(2, "UnsafeBuffer", systems().add("count", healthy.spanKernel(body), writes(Health.TYPE)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldLetAnUndividedKernelChangeIt(int workers) {
        int[] counter = {0};
        RowKernel kernel = healthy.kernel(row -> row.set(Health.POINTS, counter[0]++));
        tick(workers, count(kernel, touchesOthers()));
        tick(workers, count(kernel, writesResource(Game.class)));
        assertEquals(4 * ENTITIES, counter[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
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
        RowKernel kernel = world.query().all(Position.TYPE).build().kernel(row -> {
            isInKernel.countDown();
            OtherSystem.await(hasScored);
            row.set(Position.X, game.speed);
        });
        tick(2, systems().add("count", kernel, writes(Position.TYPE)).add("score", () -> {
            OtherSystem.await(isInKernel);
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
        SystemException failure = assertThrows(SystemException.class, () -> tick(1, count(kernel)));
        assertEquals("the sixth row", failure.getCause().getMessage());
    }

    /**
     * The error ends the system like any other: its commands are discarded, and systems that wait for it do not start.
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
        assertThrows(SystemException.class, () -> tick(2, systems));
        assertEquals(ENTITIES, world.entityCount());
        assertEquals(false, hasRun[0]);
    }
}
