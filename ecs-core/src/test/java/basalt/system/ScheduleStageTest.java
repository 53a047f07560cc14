package basalt.system;

import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static basalt.system.RunCondition.once;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Between two barriers a system starts as soon as the systems that it waits for have ended. */
class ScheduleStageTest {
    private final World world = World.create();
    private final List<Schedule> schedules = new ArrayList<>();
    private final Set<String> ran = ConcurrentHashMap.newKeySet();

    @AfterEach
    void close() {
        schedules.forEach(Schedule::close);
        world.close();
    }

    private Schedule built(ScheduleBuilder builder, int workers) {
        schedules.forEach(Schedule::close);
        Schedule schedule = builder.workers(workers).thresholds(0, 0).build();
        schedules.add(schedule);
        return schedule;
    }

    private Runnable note(String name) {
        return () -> ran.add(name);
    }

    private static Runnable awaiting(AtomicBoolean done) {
        return () -> {
            Deadline deadline = new Deadline("a system that waits for another one");
            while (!done.get()) {
                deadline.pause();
            }
        };
    }

    @Test
    void shouldNotWaitForIndependentSystems() {
        AtomicBoolean done = new AtomicBoolean();
        Schedule schedule = built(
                Schedule.builder(world)
                        .add("slow", awaiting(done))
                        .add("first", note("first"), writes(Position.TYPE))
                        .add("second", () -> done.set(true), reads(Position.TYPE)),
                2);
        for (int i = 0; i < 200; i++) {
            done.set(false);
            schedule.tick(1);
        }
        assertEquals(
                List.of(List.of("slow", "first", "second")), schedule.graph().stages());
    }

    /** Systems that become ready later are run by helpers that were idle in between. */
    @Test
    void shouldCallHelpersForSystemsThatBecomeReady() {
        List<AtomicBoolean> here = List.of(new AtomicBoolean(), new AtomicBoolean(), new AtomicBoolean());
        ScheduleBuilder builder = Schedule.builder(world).add("first", () -> pause(50), writes(Position.TYPE));
        for (int i = 0; i < 3; i++) {
            int number = i;
            builder.add(
                    "meets " + i,
                    () -> {
                        here.get(number).set(true);
                        here.forEach(other -> awaiting(other).run());
                    },
                    reads(Position.TYPE));
        }
        Schedule schedule = built(builder, 3);
        for (int i = 0; i < 10; i++) {
            here.forEach(one -> one.set(false));
            schedule.tick(1);
        }
        assertTrue(here.stream().allMatch(AtomicBoolean::get));
    }

    /** Long enough for helpers to end. */
    private static void pause(long millis) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < millis * 1_000_000) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldNotStartSystemsThatWaitForAFailedSystem() {
        for (int workers = 1; workers <= 3; workers++) {
            boolean[] fails = {true};
            Schedule schedule = built(
                    Schedule.builder(world)
                            .add("fails", () -> fail(fails[0]), writes(Position.TYPE))
                            .add(
                                    "beside",
                                    () -> {
                                        ran.add("beside");
                                        world.commands().spawn();
                                    },
                                    spawns())
                            .add("idle", note("idle"), reads(Position.TYPE), writes(Velocity.TYPE))
                            .add("waits for idle", note("waits for idle"), reads(Velocity.TYPE), once())
                            .add("later", note("later"), restructures(Burning.TYPE), after("beside")),
                    workers);
            schedule.disable("idle");
            ran.clear();
            int before = world.entityCount();
            assertEquals(
                    "fails",
                    assertThrows(SystemException.class, () -> schedule.tick(1)).system());
            assertEquals(Set.of("beside"), ran);
            assertEquals(before + 1, world.entityCount(), "what others recorded was applied");
            Map<String, Integer> runs = new java.util.HashMap<>();
            schedule.stats().systems().forEach(figures -> runs.put(figures.name(), figures.runs()));
            assertEquals(
                    Map.of("fails", 1, "beside", 1, "idle", 0, "waits for idle", 0, "later", 0),
                    runs,
                    "workers " + workers);
            fails[0] = false;
            ran.clear();
            schedule.tick(1);
            assertEquals(Set.of("beside", "waits for idle", "later"), ran, "once is yet to come");
        }
    }

    private static void fail(boolean fails) {
        if (fails) {
            throw new IllegalArgumentException("fails on purpose");
        }
    }

    /**
     * A kernel's rows count as changed from its start, not from the start of its stage: earlier systems have not seen
     * the change.
     */
    @Test
    void shouldShowChangesToLaterSystems() {
        for (int workers = 1; workers <= 3; workers++) {
            for (int i = 0; i < 200; i++) {
                world.spawn(new Health(1));
            }
            Query healthy = world.query().all(Health.TYPE).build();
            Query changedBefore = world.query().changed(Health.TYPE).build();
            Query changedAfter = world.query().changed(Health.TYPE).build();
            changedBefore.count();
            changedAfter.count();
            List<Integer> before = new ArrayList<>();
            List<Integer> after = new ArrayList<>();
            RowKernel heal = healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            int[] sums = new int[2];
            RowKernel look = changedAfter.kernel(row -> sums[1] += row.get(Health.POINTS));
            Schedule schedule = built(
                    Schedule.builder(world)
                            .add("before", () -> before.add(changed(changedBefore)), reads(Health.TYPE))
                            .add("heal", heal, writes(Health.TYPE))
                            .add("look", look, reads(Health.TYPE), Access.writesResource(String.class)),
                    workers);
            assertEquals(
                    List.of(List.of("before", "heal"), List.of("look")),
                    schedule.graph().stages());
            int all = healthy.count();
            int points = (int) healthy.reduce().sum(Health.POINTS);
            schedule.tick(1);
            assertEquals(points + all, sums[1], "a kernel finds what was changed when that is done");
            schedule.disable("heal");
            schedule.tick(1);
            schedule.tick(1);
            assertEquals(List.of(0, all, 0), before, "workers " + workers);
            assertEquals(List.of(), after);
            schedule.close();
        }
    }

    private static int changed(Query query) {
        int[] count = {0};
        query.forEach(row -> count[0]++);
        return count[0];
    }
}
