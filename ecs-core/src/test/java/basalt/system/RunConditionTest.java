package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static basalt.system.Rejection.assertRejects;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.SavedSystem;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a system runs, and its time step: in a system with an interval, the time since its last run. */
class RunConditionTest extends ScheduleFixture {
    private static final float TICK = 1 / 30f;
    private final Time time = world.time();
    private final List<Float> steps = new ArrayList<>();
    private double sum;
    private final Runnable integrate = () -> {
        steps.add(time.deltaSeconds());
        sum += time.deltaSeconds();
    };

    private void think(SystemOption... options) {
        build(systems().add("think", integrate, options));
    }

    @Test
    void shouldIntegrateAllTime() {
        think(every(0.5f));
        tick(30, TICK);
        assertEquals(1, sum, 1e-6);
        assertEquals(2, steps.size());
        tick(30 * 600, TICK);
        assertEquals(601, sum, 1e-4);
    }

    @Test
    void shouldCountTicksOfAnyLength() {
        think(everyTicks(3));
        for (float seconds : new float[] {0.25f, 0, 0.5f, 1, 1, 2}) {
            schedule.tick(seconds);
        }
        assertEquals(List.of(0.75f, 4f), steps);
    }

    @Test
    void shouldNotCatchUpARunThatAConditionHasSkipped() {
        boolean[] allowed = {true};
        think(everyTicks(2), when(() -> allowed[0]));
        tick(2, 1);
        allowed[0] = false;
        tick(5, 1);
        allowed[0] = true;
        tick(3, 1);
        assertEquals(List.of(2f, 2f, 2f), steps);
    }

    @Test
    void shouldNotCountTheTimeInWhichItIsDisabled() {
        build(systems().set("game", game -> game.add("think", integrate, every(0.5f))));
        for (String name : List.of("think", "game")) {
            steps.clear();
            tick(3, 0.125f);
            schedule.disable(name);
            tick(80, 0.125f);
            schedule.enable(name);
            assertEquals(List.of(), steps);
            tick(1, 0.125f);
            assertEquals(List.of(0.5f), steps, name);
        }
    }

    @Test
    void shouldCountTicksInWhichItIsEnabled() {
        think(everyTicks(3));
        tick(2, 1);
        schedule.disable("think");
        tick(7, 1);
        schedule.enable("think");
        tick(1, 0.5f);
        schedule.disable("think");
        tick(3, 1);
        assertEquals(List.of(2.5f), steps);
    }

    @Test
    void shouldStandStillInCancelledTicksWhileItIsDisabled() {
        build(systems()
                .add("first", () -> schedule.cancel(), writes(Position.TYPE))
                .add("think", integrate, reads(Position.TYPE), everyTicks(2)));
        schedule.disable("think");
        tick(3, 1);
        schedule.disable("first");
        schedule.enable("think");
        tick(2, 1);

        assertEquals(List.of(2f), steps);
    }

    /** As snapshots and files keep it. */
    @Test
    void shouldKeepTheIntervalOfADisabledSystem() {
        think(every(1));
        try (Snapshots ring = Saves.snapshots(world, 2)) {
            tick(3, 0.25f);
            schedule.disable("think");
            tick(5, 1);
            ring.capture();
            tick(5, 1);
            schedule.enable("think");
            tick(3, 0.25f);
            assertEquals(List.of(1f), steps);
            ring.restore(8);
            assertFalse(schedule.isEnabled("think"));
            tick(5, 1);
            schedule.enable("think");
            tick(1, 0.25f);
            assertEquals(List.of(1f, 1f), steps);
        }
    }

    @Test
    void shouldCountTicksThatEndedBeforeItsTurn() {
        boolean[] ends = {true};
        boolean[] fails = {false};
        Runnable first = () -> {
            if (ends[0]) {
                schedule.cancel();
            }
            if (fails[0]) {
                throw new IllegalStateException("fails on purpose");
            }
        };
        build(systems()
                .add("first", first, writes(Position.TYPE))
                .add("think", integrate, reads(Position.TYPE), everyTicks(1)));
        tick(2, 1);
        ends[0] = false;
        fails[0] = true;
        assertThrows(SystemException.class, () -> schedule.tick(1));
        fails[0] = false;
        tick(2, 1);

        assertEquals(List.of(4f, 1f), steps);
    }

    @Test
    void shouldCountAFailedRun() {
        boolean[] fails = {true};
        Runnable body = () -> {
            if (fails[0]) {
                throw new IllegalStateException("fails on purpose");
            }
            integrate.run();
        };
        build(systems().add("think", body, everyTicks(2)));
        schedule.tick(1);
        assertThrows(SystemException.class, () -> schedule.tick(1));
        fails[0] = false;
        tick(2, 1);

        assertEquals(List.of(2f), steps);
    }

    @Test
    void shouldUseTheTickWithoutInterval() {
        boolean[] allowed = {false};
        think(when(() -> allowed[0]));
        tick(5, 1);
        allowed[0] = true;
        tick(1, 0.5f);
        assertEquals(List.of(0.5f), steps);
    }

    @Test
    void shouldUseTheTickOutsideSystems() {
        List<Float> others = new ArrayList<>();
        world.observers().onAdd(Frozen.TYPE, entity -> others.add(time.deltaSeconds()));
        long entity = world.spawn();
        Runnable think = () -> {
            integrate.run();
            world.commands().add(entity, Frozen.TYPE);
        };
        build(systems()
                .add(
                        "think",
                        think,
                        restructures(Frozen.TYPE),
                        everyTicks(2),
                        when(() -> others.add(time.deltaSeconds())))
                .add("alone", integrate, exclusive(), everyTicks(2))
                .add("last", () -> others.add(time.deltaSeconds()), exclusive()));
        tick(2, 0.5f);

        assertEquals(List.of(1f, 1f), steps);
        assertEquals(List.of(0.5f, 0.5f, 0.5f, 0.5f), others);
        assertEquals(0.5f, time.deltaSeconds());
        assertEquals(1, time.elapsedSeconds());
    }

    /** Kernels with different intervals do not conflict, so they are in one stage. */
    @TestOfWorkers
    void shouldGiveEachKernelItsOwnStepOnAnyNumberOfWorkers(int workers) {
        int rows = 1_000;
        world.template().with(new Position(0, 0), new Velocity(0, 0)).build().spawn(rows);
        RowKernel often = all(Position.TYPE).kernel(row -> {
            EagerThreads.note();
            row.set(Position.X, row.get(Position.X) + time.deltaSeconds());
        });
        RowKernel rarely = all(Velocity.TYPE).kernel(row -> {
            EagerThreads.note();
            row.set(Velocity.DX, row.get(Velocity.DX) + time.deltaSeconds());
            row.set(Velocity.DY, row.get(Velocity.DY) + 1);
        });
        build(systems(workers)
                .add("often", often)
                .add("rarely", rarely, every(0.5f))
                .add("again", () -> {}));
        assertEquals(1, schedule.graph().stages().size());
        tick(20, 0.125f);
        all(Position.TYPE, Velocity.TYPE).forEach(row -> {
            assertEquals(2.5f, row.get(Position.X));
            assertEquals(2.5f, row.get(Velocity.DX));
            assertEquals(5, row.get(Velocity.DY));
        });
        assertTrue(world.entityCount() == rows);
    }

    private static RunConditions evaluator(RunCondition... conditions) {
        return new RunConditions("think", List.of(conditions));
    }

    /** One letter a tick: x where it runs, a dot where it does not. */
    private static String runs(RunConditions evaluator, int ticks, float deltaSeconds) {
        StringBuilder runs = new StringBuilder();
        for (int tick = 0; tick < ticks; tick++) {
            boolean isOpen = evaluator.shouldRun(deltaSeconds);
            if (isOpen) {
                evaluator.beginRun();
            }
            runs.append(isOpen ? 'x' : '.');
        }
        return runs.toString();
    }

    @Test
    void shouldRunOncePerInterval() {
        assertEquals("xxxx", runs(evaluator(), 4, 0));
        assertEquals("..x..x..x.", runs(evaluator(everyTicks(3)), 10, 0));
        assertEquals("xxx", runs(evaluator(everyTicks(1)), 3, 0));
        assertEquals(".x.x.x", runs(evaluator(every(0.5f)), 6, 0.25f));
        assertEquals("..x.x..x.x", runs(evaluator(every(0.5f)), 10, 0.2f), "late runs do not delay those that follow");
        assertEquals("....", runs(evaluator(every(0.5f)), 4, 0), "while time is stopped");
    }

    @Test
    void shouldRunOnceForSeveralIntervalsInOneTick() {
        RunConditions evaluator = evaluator(every(0.5f));
        assertTrue(evaluator.shouldRun(10.25f));
        assertFalse(evaluator.shouldRun(0.125f));
        assertTrue(evaluator.shouldRun(0.125f), "the rhythm is kept");
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.3, 3", "0.1, 1, 10", "0.01, 10, 1000", "0.016666668, 1, 60", "0.2, 0.6, 3", "0.7, 2.1, 3"})
    void shouldTolerateRoundedSeconds(float deltaSeconds, float interval, int ticks) {
        RunConditions evaluator = evaluator(every(interval));
        for (int run = 0; run < 5; run++) {
            assertEquals(".".repeat(ticks - 1) + "x", runs(evaluator, ticks, deltaSeconds));
        }
    }

    @Test
    void shouldNotDrift() {
        RunConditions evaluator = evaluator(every(0.75f));
        int runs = 0;
        for (int tick = 0; tick < 3_000_000; tick++) {
            runs += evaluator.shouldRun(0.5f) ? 1 : 0;
        }
        assertEquals(2_000_000, runs);
    }

    /** A file may say so, and so may rounding. */
    @Test
    void shouldHaveNoNegativeTimeStep() {
        RunConditions evaluator = evaluator(everyTicks(1));
        evaluator.load(new SavedSystem("system", true, false, -1, -1, Integer.MAX_VALUE));
        float sum = 0;
        for (int i = 0; i < 10; i++) {
            assertTrue(evaluator.shouldRun(0.25f));
            assertTrue(evaluator.deltaSeconds(0.25f) >= 0);
            sum += evaluator.deltaSeconds(0.25f);
            evaluator.beginRun();
        }
        assertEquals(1.5f, sum);
    }

    @Test
    void shouldRunOnce() {
        assertEquals("x....", runs(evaluator(once()), 5, 1));
        assertEquals("..x....", runs(evaluator(everyTicks(3), once()), 7, 1));
        AtomicInteger tick = new AtomicInteger();
        assertEquals("..x....", runs(evaluator(once(), when(() -> tick.incrementAndGet() == 3)), 7, 1));
        assertEquals(3, tick.get(), "asked no more afterwards");
    }

    @Test
    void shouldRunWhileAllConditionsHold() {
        boolean[] holds = {true, true};
        RunConditions evaluator = evaluator(when(() -> holds[0]), when(() -> holds[1]));
        assertTrue(evaluator.shouldRun(1));
        holds[1] = false;
        assertFalse(evaluator.shouldRun(1));
        holds[0] = false;
        holds[1] = true;
        assertFalse(evaluator.shouldRun(1));
        holds[0] = true;
        assertTrue(evaluator.shouldRun(1));
    }

    @Test
    void shouldSkipTheRunThatAConditionRefuses() {
        AtomicInteger asked = new AtomicInteger();
        RunConditions evaluator = evaluator(everyTicks(2), when(() -> asked.incrementAndGet() != 2));
        assertEquals(".x...x.x", runs(evaluator, 8, 0));
        assertEquals(4, asked.get(), "asked when the interval is over");
    }

    @Test
    void shouldPassOnErrorsOfConditions() {
        IllegalStateException thrown = new IllegalStateException("no menu");
        RunConditions evaluator = evaluator(once(), when(() -> {
            throw thrown;
        }));
        assertEquals(thrown, assertThrows(IllegalStateException.class, () -> evaluator.shouldRun(0)));
    }

    @Test
    void shouldRejectContradictingConditions() {
        assertRejects(() -> evaluator(every(1), everyTicks(2)), "\"think\"", "every(1.0) and everyTicks(2)");
        assertRejects(() -> evaluator(every(1), every(1)), "every(1.0) and every(1.0)");
        assertRejects(() -> evaluator(once(), once()), "\"think\" has once() twice");
    }
}
