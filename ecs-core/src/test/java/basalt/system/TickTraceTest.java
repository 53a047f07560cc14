package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.RunCondition.everyTicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Friend;
import basalt.query.RowKernel;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a schedule shows of its ticks: the pieces of one tick, the figures of the last ones, and what runs now. */
class TickTraceTest {
    private static final int NONE = -1;

    private final World world = World.create();
    private final Template soldier =
            world.template().with(new Position(1, 2), new Health(3)).build();
    private final TickTrace trace = new TickTrace();
    private Schedule schedule;

    @AfterEach
    void close() {
        schedule.close();
        world.close();
    }

    private TickControl build(ScheduleBuilder builder) {
        schedule = builder.build();
        return Friend.of(Schedule.class, TickControl.class).internal(schedule);
    }

    private TickControl traced(ScheduleBuilder builder) {
        TickControl control = build(builder);
        control.trace(trace);
        return control;
    }

    private ScheduleBuilder alone() {
        return Schedule.builder(world).workers(1);
    }

    private List<Integer> tracedSystems() {
        List<Integer> systems = new ArrayList<>();
        for (int piece = 0; piece < trace.count(); piece++) {
            systems.add(trace.system(piece));
        }
        return systems;
    }

    private void assertPiecesLieInTheTick() {
        for (int piece = 0; piece < trace.count(); piece++) {
            assertTrue(trace.start(piece) >= 0, "starts before the tick");
            assertTrue(trace.duration(piece) >= 0, "ends before it starts");
            assertTrue(trace.start(piece) + trace.duration(piece) <= trace.nanos(), "ends after the tick");
        }
    }

    @Test
    void shouldHaveTheSystemsInTheOrderInWhichTheyEnd() {
        traced(alone().add("first", () -> {}).add("second", () -> {}, exclusive()));
        schedule.tick(1);
        schedule.tick(1);
        assertEquals(2, trace.tick());
        assertEquals(List.of(0, 1), tracedSystems());
        assertPiecesLieInTheTick();
    }

    @Test
    void shouldHaveTheApplicationOfCommands() {
        traced(alone().add("spawn", () -> soldier.spawn(world.commands()), spawns())
                .add("look", () -> {}, exclusive()));
        soldier.spawn(world.commands());
        schedule.tick(1);
        assertEquals(List.of(TickTrace.COMMANDS, 0, TickTrace.COMMANDS, 1), tracedSystems());
        assertPiecesLieInTheTick();
        assertEquals(2, world.entityCount());
    }

    @Test
    void shouldLeaveOutSystemsThatDoNotRun() {
        traced(alone().add("often", () -> {})
                .add("seldom", () -> {}, everyTicks(3))
                .add("off", () -> {}));
        schedule.disable("off");
        schedule.tick(1);
        assertEquals(List.of(0), tracedSystems());
        schedule.tick(1);
        schedule.tick(1);
        assertEquals(List.of(0, 1), tracedSystems().stream().sorted().toList());
    }

    @Test
    void shouldHaveASystemThatThrows() {
        traced(alone().add("fail", TickTraceTest::fail).add("later", () -> {}, exclusive()));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals(List.of(0), tracedSystems());
        assertPiecesLieInTheTick();
    }

    private static void fail() {
        throw new IllegalArgumentException("expected");
    }

    @Test
    void shouldHaveEachPieceOfAKernelWithItsWorker() {
        soldier.spawn(20_000);
        RowKernel age = world.query()
                .all(Health.TYPE)
                .build()
                .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        CountDownLatch both = new CountDownLatch(2);
        try (EagerThreads threads = new EagerThreads(1)) {
            traced(Schedule.builder(world)
                    .workers(2)
                    .executor(threads)
                    .thresholds(0, 0)
                    .add("here", () -> meet(both), worldThread())
                    .add("there", () -> meet(both))
                    .add("age", age));
            schedule.tick(1);
            schedule.tick(1);
            schedule.close();
        }
        assertPiecesLieInTheTick();
        List<Integer> systems = tracedSystems();
        assertTrue(systems.stream().filter(system -> system == 2).count() > 1, systems::toString);
        assertEquals(0, trace.worker(systems.indexOf(0)));
        for (int piece = 0; piece < trace.count(); piece++) {
            assertTrue(trace.worker(piece) == 0 || trace.worker(piece) == 1);
        }
    }

    /** Waits for the other system in the first tick, so that both workers run one. */
    private static void meet(CountDownLatch both) {
        both.countDown();
        OtherSystem.await(both);
    }

    @Test
    void shouldEndWhenItIsRemoved() {
        TickControl control = traced(alone().add("first", () -> {}));
        schedule.tick(1);
        control.trace(null);
        schedule.tick(1);
        assertEquals(1, trace.tick());
    }

    @Test
    void shouldCopyATrace() {
        traced(alone().add("first", () -> {}).add("second", () -> {}, exclusive()));
        schedule.tick(1);
        TickTrace copy = new TickTrace();
        for (int i = 0; i < 200; i++) {
            copy.add(9, 9, 9, 9);
        }
        copy.copy(trace);
        schedule.tick(1);
        assertEquals(1, copy.tick());
        assertEquals(2, copy.count());
        assertEquals(0, copy.system(0));
        assertEquals(0, copy.worker(1));
    }

    @Test
    void shouldGrowWithItsPieces() {
        build(alone());
        trace.begin(7, 1_000);
        for (int i = 0; i < 1_000; i++) {
            trace.add(i, i % 3, 1_000 + i, 2 * i);
        }
        trace.end(5_000);
        TickTrace copy = new TickTrace();
        copy.copy(trace);
        assertEquals(1_000, copy.count());
        assertEquals(5_000, copy.nanos());
        for (int i = 0; i < 1_000; i++) {
            assertEquals(i, copy.system(i));
            assertEquals(i % 3, copy.worker(i));
            assertEquals(i, copy.start(i));
            assertEquals(2 * i, copy.duration(i));
        }
    }

    @Test
    void shouldTellWhichSystemRuns() {
        AtomicInteger inBody = new AtomicInteger();
        AtomicInteger inExclusive = new AtomicInteger();
        TickControl[] control = new TickControl[1];
        control[0] = build(alone().add("body", () -> inBody.set(control[0].running(0)))
                .add("exclusive", () -> inExclusive.set(control[0].running(0)), exclusive())
                .add("fail", TickTraceTest::fail, exclusive()));
        assertEquals(NONE, control[0].running(0));
        assertThrows(SystemException.class, () -> schedule.tick(1));
        assertEquals(0, inBody.get());
        assertEquals(1, inExclusive.get());
        assertEquals(NONE, control[0].running(0));
    }

    @Test
    void shouldTellAnotherThreadWhichSystemHangs() throws InterruptedException {
        CountDownLatch hangs = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        TickControl control = build(alone().add("quick", () -> {}).add("hang", () -> {
            hangs.countDown();
            OtherSystem.await(goOn);
        }));
        int[] seen = {NONE};
        Thread other = new Thread(() -> {
            OtherSystem.await(hangs);
            seen[0] = control.running(0);
            goOn.countDown();
        });
        other.start();
        schedule.tick(1);
        other.join();
        assertEquals(1, seen[0]);
    }

    @Test
    void shouldCopyTheFiguresOfTheLastTicks() {
        soldier.spawn(10);
        RowKernel age = world.query()
                .all(Health.TYPE)
                .build()
                .kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        TickControl control = build(alone().windowTicks(4)
                .add("age", age)
                .add("spawn", () -> soldier.spawn(world.commands()), spawns(), everyTicks(2)));
        TickSamples samples = new TickSamples();
        control.copySamples(samples);
        assertEquals(0, samples.count());
        for (int tick = 0; tick < 6; tick++) {
            schedule.tick(1);
        }
        control.copySamples(samples);
        assertEquals(4, samples.count());
        schedule.tick(1);
        List<Long> rows = new ArrayList<>();
        List<Long> commands = new ArrayList<>();
        for (int tick = 0; tick < 4; tick++) {
            assertTrue(samples.tickNanos(tick) >= samples.nanos(tick, 0));
            assertEquals(samples.commands(tick, 1) == 0, samples.nanos(tick, 1) == TickSamples.NOT_RUN);
            assertEquals(0, samples.arenaBytes(tick, 0));
            rows.add(samples.rows(tick, 0));
            commands.add(samples.commands(tick, 1));
        }
        assertEquals(List.of(11L, 11L, 12L, 12L), rows, "those of the ticks 3 to 6");
        assertEquals(List.of(0L, 1L, 0L, 1L), commands);
    }
}
