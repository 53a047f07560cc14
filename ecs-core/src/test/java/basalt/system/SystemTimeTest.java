package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.writes;
import static basalt.system.Order.inSet;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.RowKernel;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.Time;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In a system with an interval, the time step is the time since its last run. */
class SystemTimeTest {
    private static final float TICK = 1 / 30f;

    private final World world = World.create();
    private final Time time = world.time();
    private final List<Float> steps = new ArrayList<>();
    private double sum;

    private final Runnable integrate = () -> {
        steps.add(time.deltaSeconds());
        sum += time.deltaSeconds();
    };

    @AfterEach
    void close() {
        world.close();
    }

    private static void tick(Schedule schedule, int ticks, float seconds) {
        for (int i = 0; i < ticks; i++) {
            schedule.tick(seconds);
        }
    }

    private Schedule schedule(SystemOption... options) {
        return Schedule.builder(world).add("think", integrate, options).build();
    }

    @Test
    void shouldIntegrateAllTime() {
        try (Schedule schedule = schedule(every(0.5f))) {
            tick(schedule, 30, TICK);
            assertEquals(1, sum, 1e-6);
            assertEquals(2, steps.size());
            tick(schedule, 30 * 600, TICK);
            assertEquals(601, sum, 1e-4);
        }
    }

    @Test
    void shouldCountTicksOfAnyLength() {
        try (Schedule schedule = schedule(everyTicks(3))) {
            for (float seconds : new float[] {0.25f, 0, 0.5f, 1, 1, 2}) {
                schedule.tick(seconds);
            }
        }
        assertEquals(List.of(0.75f, 4f), steps);
    }

    @Test
    void shouldNotCatchUpARunThatAConditionHasSkipped() {
        boolean[] allowed = {true};
        try (Schedule schedule = schedule(everyTicks(2), when(() -> allowed[0]))) {
            tick(schedule, 2, 1);
            allowed[0] = false;
            tick(schedule, 5, 1);
            allowed[0] = true;
            tick(schedule, 3, 1);
        }
        assertEquals(List.of(2f, 2f, 2f), steps);
    }

    @Test
    void shouldNotCountTheTimeInWhichItIsDisabled() {
        try (Schedule schedule = Schedule.builder(world)
                .add("think", integrate, every(0.5f), inSet("game"))
                .build()) {
            for (String name : List.of("think", "game")) {
                steps.clear();
                tick(schedule, 3, 0.125f);
                schedule.disable(name);
                tick(schedule, 80, 0.125f);
                schedule.enable(name);
                assertEquals(List.of(), steps);
                tick(schedule, 1, 0.125f);
                assertEquals(List.of(0.5f), steps, name);
            }
        }
    }

    @Test
    void shouldCountTicksInWhichItIsEnabled() {
        try (Schedule schedule = schedule(everyTicks(3))) {
            tick(schedule, 2, 1);
            schedule.disable("think");
            tick(schedule, 7, 1);
            schedule.enable("think");
            tick(schedule, 1, 0.5f);
            schedule.disable("think");
            tick(schedule, 3, 1);
        }
        assertEquals(List.of(2.5f), steps);
    }

    @Test
    void shouldStandStillInCancelledTicksWhileItIsDisabled() {
        Schedule[] running = new Schedule[1];
        try (Schedule schedule = Schedule.builder(world)
                .add("first", () -> running[0].cancel(), writes(Position.TYPE))
                .add("think", integrate, reads(Position.TYPE), everyTicks(2))
                .build()) {
            running[0] = schedule;
            schedule.disable("think");
            tick(schedule, 3, 1);
            schedule.disable("first");
            schedule.enable("think");
            tick(schedule, 2, 1);
        }
        assertEquals(List.of(2f), steps);
    }

    /** As snapshots and files keep it. */
    @Test
    void shouldKeepTheIntervalOfADisabledSystem() {
        try (Schedule schedule = schedule(every(1));
                Snapshots ring = Saves.snapshots(world, 2)) {
            tick(schedule, 3, 0.25f);
            schedule.disable("think");
            tick(schedule, 5, 1);
            ring.capture();
            tick(schedule, 5, 1);
            schedule.enable("think");
            tick(schedule, 3, 0.25f);
            assertEquals(List.of(1f), steps);
            ring.restore(8);
            assertFalse(schedule.isEnabled("think"));
            tick(schedule, 5, 1);
            schedule.enable("think");
            tick(schedule, 1, 0.25f);
            assertEquals(List.of(1f, 1f), steps);
        }
    }

    @Test
    void shouldCountTicksThatEndedBeforeItsTurn() {
        boolean[] ends = {true};
        boolean[] fails = {false};
        Schedule[] running = new Schedule[1];
        Runnable first = () -> {
            if (ends[0]) {
                running[0].cancel();
            }
            if (fails[0]) {
                throw new IllegalStateException("fails on purpose");
            }
        };
        try (Schedule schedule = Schedule.builder(world)
                .add("first", first, writes(Position.TYPE))
                .add("think", integrate, reads(Position.TYPE), everyTicks(1))
                .build()) {
            running[0] = schedule;
            tick(schedule, 2, 1);
            ends[0] = false;
            fails[0] = true;
            assertThrows(SystemException.class, () -> schedule.tick(1));
            fails[0] = false;
            tick(schedule, 2, 1);
        }
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
        try (Schedule schedule =
                Schedule.builder(world).add("think", body, everyTicks(2)).build()) {
            schedule.tick(1);
            assertThrows(SystemException.class, () -> schedule.tick(1));
            fails[0] = false;
            tick(schedule, 2, 1);
        }
        assertEquals(List.of(2f), steps);
    }

    @Test
    void shouldUseTheTickWithoutInterval() {
        boolean[] allowed = {false};
        try (Schedule schedule = schedule(when(() -> allowed[0]))) {
            tick(schedule, 5, 1);
            allowed[0] = true;
            tick(schedule, 1, 0.5f);
        }
        assertEquals(List.of(0.5f), steps);
    }

    @Test
    void shouldUseTheTickOutsideSystems() {
        List<Float> others = new ArrayList<>();
        world.observers().onAdd(Frozen.TYPE, entity -> others.add(time.deltaSeconds()));
        long entity = world.spawn();
        try (Schedule schedule = Schedule.builder(world)
                .add(
                        "think",
                        () -> {
                            integrate.run();
                            world.commands().add(entity, Frozen.TYPE);
                        },
                        restructures(Frozen.TYPE),
                        everyTicks(2),
                        when(() -> others.add(time.deltaSeconds())))
                .add("alone", integrate, exclusive(), everyTicks(2))
                .add("last", () -> others.add(time.deltaSeconds()), exclusive())
                .build()) {
            tick(schedule, 2, 0.5f);
        }
        assertEquals(List.of(1f, 1f), steps);
        assertEquals(List.of(0.5f, 0.5f, 0.5f, 0.5f), others);
        assertEquals(0.5f, time.deltaSeconds());
        assertEquals(1, time.elapsedSeconds());
    }

    /** Kernels with different intervals do not conflict, so they are in one stage. */
    @Test
    void shouldGiveEachKernelItsOwnStepOnAnyNumberOfWorkers() {
        for (int workers = 1; workers <= 4; workers *= 2) {
            try (World place = World.create();
                    EagerThreads threads = new EagerThreads(3)) {
                assertSteps(place, workers, threads);
            }
        }
    }

    private static void assertSteps(World place, int workers, EagerThreads threads) {
        int rows = 1_000;
        Time now = place.time();
        place.template().with(new Position(0, 0), new Velocity(0, 0)).build().spawn(rows);
        RowKernel often = place.query().all(Position.TYPE).build().kernel(row -> {
            EagerThreads.note();
            row.set(Position.X, row.get(Position.X) + now.deltaSeconds());
        });
        RowKernel rarely = place.query().all(Velocity.TYPE).build().kernel(row -> {
            EagerThreads.note();
            row.set(Velocity.DX, row.get(Velocity.DX) + now.deltaSeconds());
            row.set(Velocity.DY, row.get(Velocity.DY) + 1);
        });
        try (Schedule schedule = Schedule.builder(place)
                .workers(workers)
                .executor(threads)
                .thresholds(0, 0)
                .add("often", often)
                .add("rarely", rarely, every(0.5f))
                .add("again", () -> {})
                .build()) {
            assertEquals(1, schedule.graph().stages().size());
            tick(schedule, 20, 0.125f);
        }
        place.query().all(Position.TYPE, Velocity.TYPE).build().forEach(row -> {
            assertEquals(2.5f, row.get(Position.X));
            assertEquals(2.5f, row.get(Velocity.DX));
            assertEquals(5, row.get(Velocity.DY));
        });
        assertTrue(place.entityCount() == rows);
    }
}
