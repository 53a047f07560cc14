package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.spawns;
import static basalt.system.Access.worldThread;
import static basalt.system.RunCondition.everyTicks;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.PromotionTarget;
import basalt.query.RowKernel;
import basalt.runtime.TickControl;
import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.save.Determinism;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.Template;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a schedule shows of its ticks, and when it calls what was set to be called between them. */
class TickControlTest extends ScheduleFixture {
    private static final int NONE = -1;
    private final Template soldier =
            world.template().with(new Position(1, 2), new Health(3)).build();
    private final TickTrace trace = new TickTrace();

    private TickControl control(ScheduleBuilder builder) {
        build(builder);
        return control(schedule);
    }

    private TickControl traced(ScheduleBuilder builder) {
        TickControl control = control(builder);
        control.trace(trace);
        return control;
    }

    private ScheduleBuilder alone() {
        return systems().workers(1);
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
        tick(2, 1);
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
        tick(2, 1);
        assertEquals(List.of(0, 1), tracedSystems().stream().sorted().toList());
    }

    @Test
    void shouldHaveASystemThatThrows() {
        traced(alone().add("fail", TickControlTest::fail).add("later", () -> {}, exclusive()));
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
        RowKernel age = all(Health.TYPE).kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        CountDownLatch both = new CountDownLatch(2);
        traced(systems(2)
                .add("here", () -> meet(both), worldThread())
                .add("there", () -> meet(both))
                .add("age", age));
        tick(2, 1);
        schedule.close();

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
        ScheduleFixture.await(both);
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
        control[0] = control(alone().add("body", () -> inBody.set(control[0].running(0)))
                .add("exclusive", () -> inExclusive.set(control[0].running(0)), exclusive())
                .add("fail", TickControlTest::fail, exclusive()));
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
        TickControl control = control(alone().add("quick", () -> {}).add("hang", () -> {
            hangs.countDown();
            ScheduleFixture.await(goOn);
        }));
        int[] seen = {NONE};
        Thread other = new Thread(() -> {
            ScheduleFixture.await(hangs);
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
        RowKernel age = all(Health.TYPE).kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        TickControl control = control(
                alone().add("age", age).add("spawn", () -> soldier.spawn(world.commands()), spawns(), everyTicks(2)));
        TickSamples samples = new TickSamples();
        control.copySamples(samples);
        assertEquals(0, samples.count());
        tick(6, 1);
        control.copySamples(samples);
        assertEquals(6, samples.count());
        schedule.tick(1);
        List<Long> rows = new ArrayList<>();
        List<Long> commands = new ArrayList<>();
        for (int tick = 0; tick < 6; tick++) {
            assertTrue(samples.tickNanos(tick) >= samples.nanos(tick, 0));
            assertEquals(samples.commands(tick, 1) == 0, samples.nanos(tick, 1) == TickSamples.NOT_RUN);
            assertEquals(0, samples.arenaBytes(tick, 0));
            rows.add(samples.rows(tick, 0));
            commands.add(samples.commands(tick, 1));
        }
        assertEquals(List.of(10L, 10L, 11L, 11L, 12L, 12L), rows);
        assertEquals(List.of(0L, 1L, 0L, 1L, 0L, 1L), commands);
    }

    /** When a schedule calls what was set to be called between its ticks. */
    @Nested
    class Boundary extends ScheduleFixture {
        private static final float SECONDS = 0.25f;
        private static final Replay.Input NOTHING = (world, buffer, offset, length) -> {};

        private final List<String> calls = new ArrayList<>();
        private Runnable body = () -> {};
        private final TickControl control =
                control(build(systems().workers(1).add("body", () -> body.run(), exclusive())));
        private final Recorder boundary = new Recorder();

        /** Notes each call. */
        private final class Recorder implements TickControl.Boundary {
            private Consumer<Boolean> before = isPlayed -> {};

            @Override
            public void beforeTick(boolean isPlayed, long least, long greatest) {
                calls.add("before " + (world.time().tick() + 1) + (isPlayed ? " played" : "")
                        + (greatest == Long.MAX_VALUE ? "" : " " + least + " to " + greatest));
                before.accept(isPlayed);
            }

            @Override
            public void afterTick() {
                calls.add("after " + world.time().tick());
            }

            @Override
            public void betweenTicks() {
                calls.add("between");
            }

            @Override
            public void closed() {
                calls.add("closed");
            }
        }

        private void spawn(int points) {
            world.commands().add(world.commands().spawn(), new Health(points));
        }

        @BeforeEach
        void set() {
            control.boundary(boundary);
        }

        private void assertCalls(String... expected) {
            assertEquals(List.of(expected), calls);
            calls.clear();
        }

        @Test
        void shouldBeCalledAroundEachTick() {
            body = () -> calls.add("body");
            schedule.tick(SECONDS);
            assertCalls("before 1", "body", "after 1");
            schedule.frame(0.5f);
            assertCalls("between");
            schedule.tick(SECONDS);
            assertCalls("before 2", "body", "after 2");
            schedule.close();
            assertCalls("closed");
            schedule.close();
            assertCalls();
        }

        @Test
        void shouldNotBeCalledAfterItWasRemoved() {
            control.boundary(null);
            schedule.tick(SECONDS);
            schedule.frame(0.5f);
            schedule.close();
            assertCalls();
        }

        @Test
        void shouldBeTheOnlyOne() {
            assertThrows(IllegalStateException.class, () -> control.boundary(new Recorder()));
            schedule.tick(SECONDS);
            assertCalls("before 1", "after 1");
        }

        @Test
        void shouldBeCalledAfterATickWhoseSystemOrObserverThrows() {
            Runnable throwing = TickControlTest::fail;
            world.observers().onAdd(Health.TYPE, entity -> throwing.run());
            for (Runnable each : List.of(throwing, () -> spawn(1))) {
                body = each;
                assertThrows(RuntimeException.class, () -> schedule.tick(SECONDS));
                long tick = world.time().tick();
                assertCalls("before " + tick, "after " + tick);
            }
        }

        @Test
        void shouldBeCalledAfterATickInWhichAPromotionFails() {
            PromotionTarget target = (bytes, alignment) -> {
                throw new IllegalArgumentException("expected");
            };
            build(systems()
                    .workers(1)
                    .add(
                            "promote",
                            () -> world.frame()
                                    .promotions()
                                    .promote(world.frame().allocate(8, 8), target)));
            calls.clear();
            control(schedule).boundary(boundary);
            assertThrows(IllegalArgumentException.class, () -> schedule.tick(SECONDS));
            assertCalls("before 1", "after 1");
        }

        @Test
        void shouldNotBeCalledAfterATickThatClosesTheWorld() {
            body = world::close;
            assertThrows(SystemException.class, () -> schedule.tick(SECONDS));
            assertCalls("before 1");
        }

        @Test
        void shouldNotBeCalledForARefusedTick() {
            assertThrows(IllegalArgumentException.class, () -> schedule.tick(-1));
            assertThrows(IllegalArgumentException.class, () -> schedule.tick(Float.NaN));
            assertThrows(IllegalArgumentException.class, () -> schedule.frame(2));
            assertCalls();
            body = () -> assertThrows(IllegalStateException.class, () -> schedule.tick(SECONDS));
            schedule.tick(SECONDS);
            assertCalls("before 1", "after 1");
        }

        @Test
        void shouldPutItsCommandsIntoTheTick() {
            boundary.before = isPlayed -> spawn(7);
            body = () -> assertEquals(1, world.entityCount());
            schedule.tick(SECONDS);
            assertEquals(1, world.entityCount());
        }

        @Test
        void shouldBeCalledBeforeAReplayRecordsATick() {
            try (Replay replay = new Replay(schedule, 1, NOTHING)) {
                replay.tick(SECONDS);
                assertCalls("before 1", "after 1");
                replay.tick(SECONDS);
                assertCalls("before 2 0 to 1", "after 2");
            }
        }

        @Test
        void shouldPutItsCommandsIntoTheReplay() {
            try (Snapshots states = Saves.snapshots(world, 8);
                    Replay replay = new Replay(schedule, 1, NOTHING)) {
                states.capture();
                for (int i = 1; i <= 5; i++) {
                    int points = i;
                    boundary.before = isPlayed -> spawn(points);
                    replay.tick(SECONDS);
                }
                long hash = Saves.stateHash(world);
                states.restore(0);
                calls.clear();
                boundary.before = isPlayed -> {};
                assertEquals(5, replay.play(5).ticks());
                assertEquals(hash, Saves.stateHash(world));
                assertEquals("before 1 played 0 to 0", calls.get(0));
                assertEquals("before 5 played 0 to 0", calls.get(8));
            }
        }

        @Test
        void shouldCutAReplayBackByRestoringAState() {
            try (Snapshots states = Saves.snapshots(world, 8);
                    Replay replay = new Replay(schedule, 1, NOTHING)) {
                for (int i = 0; i < 5; i++) {
                    states.capture();
                    replay.tick(SECONDS);
                }
                boundary.before = isPlayed -> states.restore(2);
                replay.tick(SECONDS);
                assertEquals(3, world.time().tick());
                assertEquals(3, replay.lastTick());
            }
        }

        @Test
        void shouldBeCalledAgainAfterATickThatItsInputHasPrevented() {
            Replay.Input failing = (ignored, buffer, offset, length) -> {
                if (length > 0) {
                    throw new IllegalArgumentException("expected");
                }
            };
            try (Replay replay = new Replay(schedule, 1, failing)) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> replay.tick(SECONDS, new UnsafeBuffer(new byte[1]), 0, 1));
                assertCalls("before 1");
                schedule.tick(SECONDS);
                assertCalls("before 1", "after 1");
            }
        }

        @Test
        void shouldBeToldThatADeterminismCheckPlays() {
            Determinism.check(schedule, 2);
            calls.removeIf(call -> call.startsWith("after"));
            assertEquals("before 1 played 0 to 0", calls.get(0));
            calls.forEach(call -> assertEquals("played", call.split(" ")[2]));
        }
    }
}
