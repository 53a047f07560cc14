package basalt.system;

import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static basalt.system.Order.after;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.Soak;
import basalt.memory.block.ArenaAccess;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The workers of a schedule: with any executor, and when one of them is busy or cannot work. */
class WorkerPoolTest extends ScheduleFixture {
    private static final int ENTITIES = 2_000;
    private static final int TICKS = 30;
    private final Query healthy = all(Health.TYPE);
    private final Query frozen = all(Frozen.TYPE);
    private int ticks;
    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private ScheduleBuilder builder(int workers) {
        world.template().with(new Health(0)).build().spawn(ENTITIES);
        RowKernel age = healthy.kernel(row -> row.set(Health.POINTS, row.get(Health.POINTS) + 1));
        Query swapped = world.query().all(Health.TYPE).optional(Frozen.TYPE).build();
        RowKernel swap = swapped.kernel((row, commands) -> {
            long entity = row.entity();
            if (row.has(Frozen.TYPE)) {
                commands.remove(entity, Frozen.TYPE);
            } else {
                commands.add(entity, Frozen.TYPE);
            }
        });
        return systems()
                .workers(workers)
                .thresholds(0, 0)
                .add("swap", swap, restructures(Frozen.TYPE))
                .add("age", age, writes(Health.TYPE))
                .add("scratch", () -> world.frame().allocate(5_000, 64).putLong(4_992, 1))
                .add("spawn", () -> world.commands().spawn(), spawns());
    }

    private void tick(Schedule schedule) {
        schedule.tick(1);
        ticks++;
        assertEquals(ticks % 2 == 0 ? 0 : ENTITIES, frozen.count());
        assertEquals((long) ticks * ENTITIES, healthy.reduce().sum(Health.POINTS));
        assertEquals(ENTITIES + ticks, world.entityCount());
    }

    private void runOn(Executor executor, int workers) {
        ScheduleBuilder builder = builder(workers);
        build(executor == null ? builder : builder.executor(executor));
        for (int i = 0; i < TICKS; i++) {
            tick(schedule);
        }
    }

    @Test
    void shouldRunOnAPoolOfItsOwn() {
        runOn(null, 3);
    }

    @ParameterizedTest
    @MethodSource
    void shouldRunOnAnExecutor(Executor executor, int workers) {
        runOn(executor, workers);
        if (executor instanceof ExecutorService service) {
            assertTrue(!service.isShutdown(), "it is its owner's");
            service.shutdown();
        }
    }

    static List<Arguments> shouldRunOnAnExecutor() {
        return List.of(
                arguments(new ForkJoinPool(2), 3),
                arguments(ForkJoinPool.commonPool(), 4),
                arguments(Executors.newSingleThreadExecutor(), 4),
                arguments(Executors.newFixedThreadPool(2), 16),
                arguments((Executor) Runnable::run, 3));
    }

    @Test
    void shouldRunFromInsideOfAForkJoinPool() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> {
                    try (World inside = World.create()) {
                        Query query = inside.query().all(Position.TYPE).build();
                        inside.template().with(new Position(0, 0)).build().spawn(500);
                        RowKernel move = query.kernel(row -> row.set(Position.X, row.get(Position.X) + 1));
                        try (Schedule schedule = Schedule.builder(inside)
                                .workers(2)
                                .executor(pool)
                                .thresholds(0, 0)
                                .add("move", move, writes(Position.TYPE))
                                .build()) {
                            for (int i = 0; i < TICKS; i++) {
                                schedule.tick(1);
                            }
                            assertEquals(500.0 * TICKS, query.reduce().sum(Position.X));
                        }
                    }
                })
                .get();
        pool.shutdown();
    }

    @Test
    void shouldRunOnAnExecutorThatDropsTasks() {
        AtomicInteger dropped = new AtomicInteger();
        runOn(task -> dropped.incrementAndGet(), 4);
        assertEquals(3, dropped.get(), "a task that was submitted is not submitted again");
    }

    @Test
    void shouldRunOnAnotherThreadEachTime() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        build(builder(3).executor(task -> {
            threads.add(new Thread(task));
            threads.get(threads.size() - 1).start();
        }));
        for (int i = 0; i < TICKS; i++) {
            tick(schedule);
            for (Thread thread : threads) {
                thread.join(); // so that the next tick has others
            }
        }

        assertTrue(threads.size() >= TICKS, () -> "threads: " + threads.size());
    }

    @Test
    void shouldTakeTasksThatRunLateOrTwice() throws InterruptedException {
        List<Runnable> tasks = new ArrayList<>();
        Schedule schedule = builder(3).executor(tasks::add).build();
        tick(schedule);
        assertEquals(2, tasks.size());
        tasks.get(0).run(); // between two ticks
        tick(schedule);
        assertEquals(3, tasks.size());
        Thread late = new Thread(() -> tasks.get(1).run());
        late.start();
        tick(schedule);
        late.join();
        tasks.get(0).run();
        tasks.get(1).run();
        for (Runnable task : List.copyOf(tasks)) {
            task.run();
        }
        tick(schedule);
        schedule.close();
        for (Runnable task : tasks) {
            task.run(); // after the end
        }
    }

    /** A worker runs on one thread at a time, even if the executor runs its task on two. */
    @Test
    void shouldRunATaskOnceAtATime() {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        runOn(
                task -> {
                    threads.execute(task);
                    threads.execute(task);
                },
                3);
        threads.shutdown();
    }

    @Test
    void shouldReportThatTheExecutorRejectsTasks() {
        ExecutorService closed = Executors.newFixedThreadPool(1);
        Schedule schedule = builder(2).executor(closed).build();
        closed.shutdown();
        for (int i = 0; i < 2; i++) {
            IllegalStateException failure = assertThrows(IllegalStateException.class, () -> schedule.tick(1));
            assertTrue(failure.getMessage().contains("close the schedule before the executor"), failure::getMessage);
            assertEquals((i + 1) * ENTITIES, healthy.reduce().sum(Health.POINTS), "the stage is done all the same");
            assertEquals(ENTITIES + i + 1, world.entityCount());
        }
        world.spawn();
        schedule.close();
    }

    @Test
    void shouldContinueWhenTheExecutorHasRejectedTasks() {
        boolean[] refuses = {true};
        RuntimeException broken = new IllegalArgumentException("a broken executor");
        Executor executor = task -> {
            if (refuses[0]) {
                throw ticks == 0 ? new RejectedExecutionException("full") : broken;
            }
            task.run();
        };
        build(builder(2).executor(executor));
        assertThrows(IllegalStateException.class, () -> schedule.tick(1));
        ticks++;
        refuses[0] = false;
        tick(schedule);
        refuses[0] = true;
        assertSame(broken, assertThrows(IllegalArgumentException.class, () -> schedule.tick(1)));
        ticks++;
        refuses[0] = false;
        tick(schedule);
    }

    /** No thread waits for a helper that is about to end or has not started. */
    @Test
    void shouldCloseWhileHelpersSpin() {
        for (int i = 0; i < Soak.times(80, 200); i++) {
            EagerThreads threads = new EagerThreads(2);
            Schedule schedule = systems(3)
                    .add("a", () -> {})
                    .add("b", () -> {})
                    .add("c", () -> {})
                    .build();
            for (int tick = 0; tick < i % 3; tick++) {
                schedule.tick(1);
            }
            schedule.close();
            threads.close();
        }
    }

    /** Helpers that are about to end continue when they are called again; each of these stages needs all of them. */
    @Test
    void shouldHaveAllHelpersInEachStage() {
        AtomicInteger here = new AtomicInteger();
        Runnable meet = () -> {
            here.incrementAndGet();
            awaitUntil(() -> here.get() >= 3, "the other systems of the stage");
        };
        build(systems(3).add("a", meet).add("b", meet).add("c", meet));
        for (int i = Soak.times(5_000, 50_000); i > 0; i--) {
            here.set(0);
            schedule.tick(1);
        }
    }

    /**
     * Two systems that are ready first occupy the world's thread and the first helper; then two more need the second
     * helper.
     */
    @Test
    void shouldCallAnotherHelperWhileTheFirstIsBusy() {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger followers = new AtomicInteger();
        Thread home = Thread.currentThread();
        Runnable first = () -> {
            begun.incrementAndGet();
            awaitUntil(() -> begun.get() >= 2, "the first helper");
            if (Thread.currentThread() != home) {
                awaitUntil(() -> followers.get() >= 2, "two followers, while this helper is busy");
            }
        };
        Runnable follower = () -> {
            followers.incrementAndGet();
            awaitUntil(() -> followers.get() >= 2, "the other follower");
        };
        try (World world = World.create();
                EagerThreads threads = new EagerThreads(2);
                Schedule schedule = Schedule.builder(world)
                        .workers(3)
                        .executor(threads)
                        .thresholds(0, 0)
                        .add("x", first)
                        .add("y", first)
                        .add("x1", follower, after("x"))
                        .add("x2", follower, after("x"))
                        .add("y1", follower, after("y"))
                        .add("y2", follower, after("y"))
                        .build()) {
            schedule.tick(1);
        }
        assertEquals(4, followers.get());
    }

    /** A worker with a closed arena fails before its system begins. The tick still ends and reports it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldEndTheTickIfAWorkerCannotWork(int broken) {
        Elsewhere.run("ticking", () -> {
            try (World world = World.create();
                    EagerThreads threads = new EagerThreads(2);
                    Schedule schedule = schedule(world, threads)) {
                ArenaAccess arena =
                        basalt.internal.Internal.of(schedule.arenas().get(broken));
                arena.moveToCurrentThread();
                arena.close();
                Throwable failure = null;
                Deadline deadline = new Deadline("a piece for the worker");
                while (!(failure instanceof SystemException)) {
                    deadline.pause();
                    try {
                        schedule.tick(1);
                    } catch (RuntimeException e) {
                        failure = e;
                    }
                }
                assertNotNull(failure.getCause());
                world.spawn();
            }
        });
    }

    private static Schedule schedule(World world, EagerThreads threads) {
        ScheduleBuilder builder =
                Schedule.builder(world).workers(3).executor(threads).thresholds(0, 0);
        for (int i = 0; i < 8; i++) {
            String name = "s" + i;
            builder.set("many", many -> many.add(name, Thread::yield));
        }
        return builder.add("last", () -> {}, after("many")).build();
    }

    private static Thread run(WorkerPool.WorkerThreads threads) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        threads.execute(() -> thread.set(Thread.currentThread()));
        awaitUntil(() -> thread.get() != null, "the helper");
        return thread.get();
    }

    private static void awaitIdle(WorkerPool.WorkerThreads threads, int count) {
        awaitUntil(() -> threads.idle() == count, "idle threads: " + count);
    }

    @Test
    void shouldUseAThreadAgain() {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(FOR_EVER);
        Thread first = run(threads);
        assertTrue(first.isDaemon());
        assertTrue(first.getName().startsWith("basalt-worker-"), first::getName);
        for (int i = 0; i < 1_000; i++) {
            awaitIdle(threads, 1);
            assertSame(first, run(threads));
        }
    }

    @Test
    void shouldNotKeepTheInterruptOfATask() {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(FOR_EVER);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        threads.execute(() -> Thread.currentThread().interrupt());
        awaitIdle(threads, 1);
        threads.execute(() -> interrupted.set(Thread.currentThread().isInterrupted()));
        awaitIdle(threads, 1);
        awaitUntil(() -> interrupted.get() != null, "the second task");
        assertFalse(interrupted.get());
    }

    @Test
    void shouldStartAnotherThreadWhileTheOthersAreBusy() {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(FOR_EVER);
        AtomicReference<Thread> other = new AtomicReference<>();
        AtomicReference<Thread> busy = new AtomicReference<>();
        threads.execute(() -> {
            busy.set(Thread.currentThread());
            awaitUntil(() -> other.get() != null, "the other helper");
        });
        other.set(run(threads));
        awaitIdle(threads, 2);
        assertNotSame(busy.get(), other.get());
    }

    @Test
    void shouldEndIdleThreads() throws InterruptedException {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(1);
        for (int i = 0; i < 100; i++) {
            Thread thread = run(threads);
            thread.join(60_000);
            assertFalse(thread.isAlive());
            assertEquals(0, threads.idle());
        }
    }

    @Test
    void shouldTakeTasksWhileThreadsEnd() {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(1_000);
        for (int i = 0; i < 10_000; i++) {
            run(threads);
        }
    }

    @Test
    void shouldServeAllSchedules() {
        for (int i = 0; i < 3; i++) {
            CountDownLatch both = new CountDownLatch(2);
            Set<String> names = ConcurrentHashMap.newKeySet();
            Runnable meet = () -> {
                names.add(Thread.currentThread().getName());
                both.countDown();
                awaitUntil(() -> both.getCount() <= 0, "the other system");
            };
            try (World world = World.create();
                    Schedule schedule = Schedule.builder(world)
                            .workers(2)
                            .thresholds(0, 0)
                            .add("a", meet)
                            .add("b", meet)
                            .build()) {
                schedule.tick(1);
            }
            names.remove(Thread.currentThread().getName());
            assertTrue(names.size() == 1 && names.iterator().next().startsWith("basalt-worker-"), names::toString);
        }
    }
}
