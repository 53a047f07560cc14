package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.touchesOthers;
import static basalt.system.Access.worldThread;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static basalt.system.Order.before;
import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Burning;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between two barriers a system starts as soon as the systems that it waits for have ended. */
class StageTest extends ScheduleFixture {
    private final Set<String> ran = ConcurrentHashMap.newKeySet();
    private final List<String> worldThreadRan = Collections.synchronizedList(new ArrayList<>());

    private Runnable note(String name) {
        return () -> ran.add(name);
    }

    private static Runnable awaiting(AtomicBoolean done) {
        return () -> {
            awaitUntil(() -> done.get(), "a system that waits for another one");
        };
    }

    @Test
    void shouldNotWaitForIndependentSystems() {
        AtomicBoolean done = new AtomicBoolean();
        build(systems(2)
                .add("slow", awaiting(done))
                .add("first", note("first"), writes(Position.TYPE))
                .add("second", () -> done.set(true), reads(Position.TYPE)));
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
        ScheduleBuilder builder = systems(3).add("first", () -> pause(50), writes(Position.TYPE));
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
        build(builder);
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
            Runnable beside = () -> {
                ran.add("beside");
                world.commands().spawn();
            };
            build(systems(workers)
                    .add("fails", () -> fail(fails[0]), writes(Position.TYPE))
                    .add("beside", beside, spawns())
                    .add("idle", note("idle"), reads(Position.TYPE), writes(Velocity.TYPE))
                    .add("waits for idle", note("waits for idle"), reads(Velocity.TYPE), once())
                    .add("later", note("later"), restructures(Burning.TYPE), after("beside")));
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
            Query healthy = all(Health.TYPE);
            Query changedBefore = world.query().changed(Health.TYPE).build();
            Query changedAfter = world.query().changed(Health.TYPE).build();
            changedBefore.count();
            changedAfter.count();
            List<Integer> before = new ArrayList<>();
            RowKernel heal = healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
            int[] sums = new int[2];
            RowKernel look = changedAfter.kernel(row -> sums[1] += row.get(Health.POINTS));
            build(systems(workers)
                    .add("before", () -> before.add(changed(changedBefore)), reads(Health.TYPE))
                    .add("heal", heal, writes(Health.TYPE))
                    .add("look", look, reads(Health.TYPE), Access.writesResource(String.class)));
            assertEquals(
                    List.of(List.of("before", "heal"), List.of("look")),
                    schedule.graph().stages());
            int all = healthy.count();
            int points = (int) healthy.reduce().sum(Health.POINTS);
            schedule.tick(1);
            assertEquals(points + all, sums[1], "a kernel finds what was changed when that is done");
            schedule.disable("heal");
            tick(2, 1);
            assertEquals(List.of(0, all, 0), before, "workers " + workers);
        }
    }

    private static int changed(Query query) {
        int[] count = {0};
        query.forEach(row -> count[0]++);
        return count[0];
    }

    /** A body that fails unless it runs on the thread that created it. */
    private Runnable atHome(String name) {
        Thread home = Thread.currentThread();
        return () -> {
            assertSame(home, Thread.currentThread());
            worldThreadRan.add(name);
        };
    }

    @TestOfWorkers
    void shouldRunOnTheWorldsThread(int workers) {
        world.template().with(new Health(1)).build().spawn(20_000);
        Thread home = Thread.currentThread();
        RowKernel heal = all(Health.TYPE).kernel(row -> {
            assertSame(home, Thread.currentThread());
            row.set(Health.POINTS, row.get(Health.POINTS) + 1);
        });
        ScheduleBuilder builder = systems(workers);
        for (int i = 0; i < 6; i++) {
            builder.add("beside " + i, Thread::yield).add("at home " + i, atHome("" + i), worldThread());
        }
        build(builder.add("heal", heal, worldThread()));
        assertEquals(1, schedule.graph().stages().size());
        tick(100, 1);
        assertEquals(List.of("0", "1", "2", "3", "4", "5", "0"), worldThreadRan.subList(0, 7), "in their order");
        assertEquals(600, worldThreadRan.size());
        assertEquals(101 * 20_000, all(Health.TYPE).reduce().sum(Health.POINTS));
    }

    /** The world's thread and a helper meet, so that the two systems run at the same time. */
    @Test
    void shouldRunBesideOthers() {
        AtomicReference<Thread> other = new AtomicReference<>();
        Runnable meet = meeting(2);
        for (boolean worldThreadFirst : new boolean[] {true, false}) {
            ScheduleBuilder builder = systems(2);
            Runnable note = () -> {
                other.set(Thread.currentThread());
                meet.run();
            };
            if (worldThreadFirst) {
                builder.add("home", meet, worldThread()).add("beside", note);
            } else {
                builder.add("beside", note).add("home", meet, worldThread());
            }
            build(builder);
            for (int i = 0; i < 50; i++) {
                schedule.tick(1);
                assertNotSame(Thread.currentThread(), other.get());
            }
        }
    }

    /** Both become ready when a system has ended, on any thread. */
    @Test
    void shouldCallAHelperForSystemsThatBecomeReadyTogether() {
        Runnable meet = meeting(2);
        build(systems(2)
                .add("first", () -> {}, writes(Position.TYPE))
                .add("home", meet, reads(Position.TYPE), worldThread())
                .add("beside", meet, reads(Position.TYPE)));
        tick(100, 1);
    }

    /** A helper makes a system ready for the world's thread, which has nothing else to do. */
    @Test
    void shouldBeTakenWhenAHelperHasMadeItReady() {
        Thread home = Thread.currentThread();
        AtomicInteger helped = new AtomicInteger();
        Runnable both = meeting(2);
        Runnable meet = () -> {
            both.run();
            if (Thread.currentThread() != home) {
                helped.incrementAndGet();
            }
        };
        build(systems(2)
                .add("x", meet, writes(Position.TYPE))
                .add("y", meet, writes(Velocity.TYPE))
                .add("home", atHome("home"), reads(Position.TYPE, Velocity.TYPE), worldThread())
                .add("again", atHome("again"), worldThread()));
        tick(100, 1);

        assertEquals(100, helped.get());
        assertEquals(200, worldThreadRan.size());
    }

    /** No piece for the world's thread is lost, whenever a helper makes one ready. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldLoseNoPiece(int workers) {
        ScheduleBuilder builder = systems().workers(workers).thresholds(0, 0);
        AtomicInteger count = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            String name = "s" + i;
            Runnable body = count::incrementAndGet;
            SystemOption[] chained = i == 0 ? new SystemOption[0] : new SystemOption[] {after("s" + (i - 1))};
            if (i % 2 == 0) {
                builder.add(name, body, chained);
            } else {
                builder.add(name, body, chained[0], worldThread());
            }
            builder.add("beside " + i, body);
        }
        tick(builder, 2_000);
        assertEquals(80_000, count.get());
    }

    /**
     * An executor may run tasks on the calling thread, which is the world's thread, or drop them; then the world's
     * thread runs everything.
     */
    @Test
    void shouldNotNeedHelpers() {
        for (boolean drops : new boolean[] {true, false}) {
            build(systems()
                    .workers(3)
                    .executor(task -> {
                        if (!drops) {
                            task.run();
                        }
                    })
                    .thresholds(0, 0)
                    .add("a", atHome("a"))
                    .add("b", atHome("b"), worldThread())
                    .add("c", atHome("c"))
                    .add("d", atHome("d"), worldThread(), after("c")));
            worldThreadRan.clear();
            schedule.tick(1);
            assertEquals(4, worldThreadRan.size());
        }
    }

    @TestOfWorkers
    void shouldContinueWhenOneFails(int workers) {
        build(systems(workers)
                .add("beside", () -> worldThreadRan.add("beside"))
                .add("fails", StageTest::worldThreadFail, worldThread())
                .add("waits", atHome("waits"), worldThread())
                .add("later", () -> worldThreadRan.add("later"), after("waits"))
                .add("alone", atHome("alone"), exclusive()));
        for (int i = 0; i < 20; i++) {
            worldThreadRan.clear();
            SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
            assertEquals("fails", failure.system());
            assertEquals(List.of("beside"), worldThreadRan, "those that wait for it do not start");
        }
        schedule.disable("fails");
        worldThreadRan.clear();
        schedule.tick(1);
        assertEquals(4, worldThreadRan.size());
    }

    private static void worldThreadFail() {
        throw new IllegalArgumentException("fails on purpose");
    }

    @TestOfWorkers
    void shouldNotStartWhenCancelled(int workers) {
        build(systems(workers)
                .add("beside", () -> worldThreadRan.add("beside"))
                .add("cancels", () -> schedule.cancel(), worldThread())
                .add("waits", atHome("waits"), worldThread())
                .add("next stage", atHome("next stage"), exclusive()));
        for (int i = 0; i < 20; i++) {
            worldThreadRan.clear();
            schedule.tick(1);
            assertEquals(List.of("beside"), worldThreadRan);
        }
    }

    @TestOfWorkers
    void shouldKeepRunConditionsAndTimeSteps(int workers) {
        List<Float> steps = new ArrayList<>();
        build(systems(workers)
                .add("each", atHome("each"), worldThread())
                .add("beside", Thread::yield)
                .add("second", atHome("second"), worldThread(), everyTicks(2))
                .add("once", atHome("once"), worldThread(), once())
                .add("never", atHome("never"), worldThread(), when(() -> false))
                .add("half", () -> steps.add(world.time().deltaSeconds()), worldThread(), every(0.5f))
                .add("last", atHome("last"), worldThread()));
        tick(4, 0.25f);

        assertEquals(List.of(0.5f, 0.5f), steps);
        assertEquals(
                List.of("each", "once", "last", "each", "second", "last", "each", "last", "each", "second", "last"),
                worldThreadRan);
    }

    @Test
    void shouldOrderThemAsAdded() {
        ScheduleGraph graph = new Systems()
                .add("first", worldThread())
                .add("other", reads(Health.TYPE))
                .add("second", worldThread(), reads(Health.TYPE))
                .graph();
        assertEquals(List.of(List.of("first", "other", "second")), graph.stages());
        assertTrue(graph.toString().contains("first: worldThread()"), graph::toString);
        assertTrue(
                graph.toString().contains("first -> second: both run on the world's thread; added first"),
                graph::toString);
        assertEquals(1, graph.implicitOrder().size());
        assertEquals(
                List.of(List.of("second", "first")),
                new Systems()
                        .add("first", worldThread())
                        .add("second", worldThread(), before("first"))
                        .graph()
                        .stages());
    }

    @Test
    void shouldRejectDuplicateWorldThread() {
        Rejection.assertRejects(
                () -> new Systems().add("a", worldThread(), worldThread()), "worldThread() beside worldThread(...)");
        Rejection.assertRejects(() -> new Systems().add("a", worldThread(), exclusive()), "beside exclusive()");
        new Systems().add("a", worldThread(), touchesOthers()).graph();
    }
}
