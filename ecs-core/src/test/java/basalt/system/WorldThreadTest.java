package basalt.system;

import static basalt.system.Access.exclusive;
import static basalt.system.Access.reads;
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

import basalt.memory.Deadline;
import basalt.memory.MemorySource;
import basalt.memory.allocator.PoolAllocator;
import basalt.query.RowKernel;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.storage.fixture.Velocity;
import basalt.world.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Systems that run on the world's thread, beside others on helpers. A hang fails by timeout. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WorldThreadTest {
    private final List<String> ran = Collections.synchronizedList(new ArrayList<>());

    private static ScheduleBuilder schedule(World world, int workers, EagerThreads threads) {
        return Schedule.builder(world).workers(workers).executor(threads).thresholds(0, 0);
    }

    /** A body that fails unless it runs on the thread that created it. */
    private Runnable atHome(String name) {
        Thread home = Thread.currentThread();
        return () -> {
            assertSame(home, Thread.currentThread());
            ran.add(name);
        };
    }

    private static void await(AtomicInteger count, int least, String what) {
        Deadline deadline = new Deadline(what);
        while (count.get() < least) {
            deadline.pause();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldRunOnTheWorldsThread(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(3)) {
            world.template().with(new Health(1)).build().spawn(20_000);
            Thread home = Thread.currentThread();
            RowKernel heal = world.query().all(Health.TYPE).build().kernel(row -> {
                assertSame(home, Thread.currentThread());
                row.set(Health.POINTS, row.get(Health.POINTS) + 1);
            });
            ScheduleBuilder builder = schedule(world, workers, threads);
            for (int i = 0; i < 6; i++) {
                builder.add("beside " + i, Thread::yield).add("at home " + i, atHome("" + i), worldThread());
            }
            try (Schedule schedule = builder.add("heal", heal, worldThread()).build()) {
                assertEquals(1, schedule.graph().stages().size());
                for (int i = 0; i < 100; i++) {
                    schedule.tick(1);
                }
                assertEquals(List.of("0", "1", "2", "3", "4", "5", "0"), ran.subList(0, 7), "in their order");
                assertEquals(600, ran.size());
                assertEquals(
                        101 * 20_000,
                        world.query().all(Health.TYPE).build().reduce().sum(Health.POINTS));
            }
        }
    }

    /** The world's thread and a helper meet, so that the two systems run at the same time. */
    @Test
    void shouldRunBesideOthers() {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(1)) {
            AtomicInteger here = new AtomicInteger();
            AtomicReference<Thread> other = new AtomicReference<>();
            Runnable meet = () -> {
                here.incrementAndGet();
                await(here, 2, "the other system");
            };
            for (boolean worldThreadFirst : new boolean[] {true, false}) {
                ScheduleBuilder builder = schedule(world, 2, threads);
                Runnable note = () -> {
                    other.set(Thread.currentThread());
                    meet.run();
                };
                if (worldThreadFirst) {
                    builder.add("home", meet, worldThread()).add("beside", note);
                } else {
                    builder.add("beside", note).add("home", meet, worldThread());
                }
                try (Schedule schedule = builder.build()) {
                    for (int i = 0; i < 50; i++) {
                        here.set(0);
                        schedule.tick(1);
                        assertNotSame(Thread.currentThread(), other.get());
                    }
                }
            }
        }
    }

    /** Both become ready when a system has ended, on any thread. */
    @Test
    void shouldCallAHelperForSystemsThatBecomeReadyTogether() {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(1)) {
            AtomicInteger here = new AtomicInteger();
            Runnable meet = () -> {
                here.incrementAndGet();
                await(here, 2, "the other follower");
            };
            try (Schedule schedule = schedule(world, 2, threads)
                    .add("first", () -> {}, writes(Position.TYPE))
                    .add("home", meet, reads(Position.TYPE), worldThread())
                    .add("beside", meet, reads(Position.TYPE))
                    .build()) {
                for (int i = 0; i < 100; i++) {
                    here.set(0);
                    schedule.tick(1);
                }
            }
        }
    }

    /** A helper makes a system ready for the world's thread, which has nothing else to do. */
    @Test
    void shouldBeTakenWhenAHelperHasMadeItReady() {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(1)) {
            Thread home = Thread.currentThread();
            AtomicInteger helped = new AtomicInteger();
            AtomicInteger here = new AtomicInteger();
            Runnable meet = () -> {
                here.incrementAndGet();
                await(here, 2, "the other one");
                if (Thread.currentThread() != home) {
                    helped.incrementAndGet();
                }
            };
            try (Schedule schedule = schedule(world, 2, threads)
                    .add("x", meet, writes(Position.TYPE))
                    .add("y", meet, writes(Velocity.TYPE))
                    .add("home", atHome("home"), reads(Position.TYPE, Velocity.TYPE), worldThread())
                    .add("again", atHome("again"), worldThread())
                    .build()) {
                for (int i = 0; i < 100; i++) {
                    here.set(0);
                    schedule.tick(1);
                }
            }
            assertEquals(100, helped.get());
            assertEquals(200, ran.size());
        }
    }

    /** No piece for the world's thread is lost, whenever a helper makes one ready. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldLoseNoPiece(int workers) {
        try (World world = World.create()) {
            ScheduleBuilder builder = Schedule.builder(world).workers(workers).thresholds(0, 0);
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
            try (Schedule schedule = builder.build()) {
                for (int i = 0; i < 2_000; i++) {
                    schedule.tick(1);
                }
            }
            assertEquals(80_000, count.get());
        }
    }

    /**
     * An executor may run tasks on the calling thread, which is the world's thread, or drop them; then the world's
     * thread runs everything.
     */
    @Test
    void shouldNotNeedHelpers() {
        try (World world = World.create()) {
            for (boolean drops : new boolean[] {true, false}) {
                try (Schedule schedule = Schedule.builder(world)
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
                        .add("d", atHome("d"), worldThread(), after("c"))
                        .build()) {
                    ran.clear();
                    schedule.tick(1);
                    assertEquals(4, ran.size());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldContinueWhenOneFails(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(3);
                Schedule schedule = schedule(world, workers, threads)
                        .add("beside", () -> ran.add("beside"))
                        .add("fails", WorldThreadTest::fail, worldThread())
                        .add("waits", atHome("waits"), worldThread())
                        .add("later", () -> ran.add("later"), after("waits"))
                        .add("alone", atHome("alone"), exclusive())
                        .build()) {
            for (int i = 0; i < 20; i++) {
                ran.clear();
                SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
                assertEquals("fails", failure.system());
                assertEquals(List.of("beside"), ran, "those that wait for it do not start");
            }
            schedule.disable("fails");
            ran.clear();
            schedule.tick(1);
            assertEquals(4, ran.size());
        }
    }

    private static void fail() {
        throw new IllegalArgumentException("fails on purpose");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldNotStartWhenCancelled(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(3)) {
            Schedule[] built = new Schedule[1];
            try (Schedule schedule = schedule(world, workers, threads)
                    .add("beside", () -> ran.add("beside"))
                    .add("cancels", () -> built[0].cancel(), worldThread())
                    .add("waits", atHome("waits"), worldThread())
                    .add("next stage", atHome("next stage"), exclusive())
                    .build()) {
                built[0] = schedule;
                for (int i = 0; i < 20; i++) {
                    ran.clear();
                    schedule.tick(1);
                    assertEquals(List.of("beside"), ran);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldKeepRunConditionsAndTimeSteps(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(3)) {
            List<Float> steps = new ArrayList<>();
            try (Schedule schedule = schedule(world, workers, threads)
                    .add("each", atHome("each"), worldThread())
                    .add("beside", Thread::yield)
                    .add("second", atHome("second"), worldThread(), everyTicks(2))
                    .add("once", atHome("once"), worldThread(), once())
                    .add("never", atHome("never"), worldThread(), when(() -> false))
                    .add("half", () -> steps.add(world.time().deltaSeconds()), worldThread(), every(0.5f))
                    .add("last", atHome("last"), worldThread())
                    .build()) {
                for (int i = 0; i < 4; i++) {
                    schedule.tick(0.25f);
                }
            }
            assertEquals(List.of(0.5f, 0.5f), steps);
            assertEquals(
                    List.of("each", "once", "last", "each", "second", "last", "each", "last", "each", "second", "last"),
                    ran);
        }
    }

    /** An object that is confined to its thread and used by one system. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldUseAnAllocatorOfThatThread(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(3);
                PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 8)) {
            List<Long> handles = new ArrayList<>();
            try (Schedule schedule = schedule(world, workers, threads)
                    .add("beside", Thread::yield)
                    .add("allocate", () -> handles.add(pool.allocate()), worldThread())
                    .add("beside, too", Thread::yield)
                    .add("free", () -> pool.free(handles.remove(0)), worldThread())
                    .build()) {
                for (int i = 0; i < 100; i++) {
                    schedule.tick(1);
                }
            }
            assertEquals(0, pool.liveBlocks());
        }
    }

    /** On the world's thread, but while all workers use the world. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNotChangeTheWorldDirectly(int workers) {
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(1)) {
            long entity = world.spawn(new Health(1));
            Schedule[] built = new Schedule[1];
            List<Executable> attempts = List.of(
                    () -> world.spawn(new Health(2)),
                    () -> world.destroy(entity),
                    () -> world.add(entity, Position.TYPE),
                    world::applyCommands,
                    world::close,
                    () -> built[0].tick(1),
                    () -> built[0].close());
            Runnable wild = () -> attempts.forEach(attempt -> assertThrows(IllegalStateException.class, attempt));
            try (Schedule schedule = schedule(world, workers, threads)
                    .add("beside", Thread::yield)
                    .add("wild", wild, worldThread(), reads(Health.TYPE))
                    .build()) {
                built[0] = schedule;
                schedule.tick(1);
            }
            assertEquals(1, world.entityCount());
            assertEquals(new Health(1), world.get(entity, Health.TYPE));
        }
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
