package basalt.system;

import static basalt.system.Access.restructures;
import static basalt.system.Access.spawns;
import static basalt.system.Access.writes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.memory.Soak;
import basalt.query.Query;
import basalt.query.RowKernel;
import basalt.storage.fixture.Frozen;
import basalt.storage.fixture.Health;
import basalt.storage.fixture.Position;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A schedule does its work with any executor, even one that is slow, has too few threads, or runs nothing. */
class ScheduleExecutorTest {
    private static final int ENTITIES = 2_000;
    private static final int TICKS = 30;

    private final World world = World.create();
    private final Query healthy = world.query().all(Health.TYPE).build();
    private final Query frozen = world.query().all(Frozen.TYPE).build();
    private int ticks;

    @AfterEach
    void close() {
        world.close();
    }

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
        return Schedule.builder(world)
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
        try (Schedule schedule = builder(workers).executor(executor).build()) {
            for (int i = 0; i < TICKS; i++) {
                tick(schedule);
            }
        }
    }

    @Test
    void shouldRunOnAPoolOfItsOwn() {
        try (Schedule schedule = builder(3).build()) {
            for (int i = 0; i < TICKS; i++) {
                tick(schedule);
            }
        }
    }

    @Test
    void shouldRunOnAGivenForkJoinPool() {
        ForkJoinPool pool = new ForkJoinPool(2);
        runOn(pool, 3);
        assertTrue(!pool.isShutdown(), "it is its owner's");
        pool.shutdown();
    }

    @Test
    void shouldRunOnTheCommonPool() {
        runOn(ForkJoinPool.commonPool(), 4);
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
    void shouldRunOnOneThread() {
        ExecutorService one = Executors.newSingleThreadExecutor();
        runOn(one, 4);
        one.shutdown();
    }

    @Test
    void shouldRunWithMoreWorkersThanThreads() {
        ExecutorService two = Executors.newFixedThreadPool(2);
        runOn(two, 16);
        two.shutdown();
    }

    @Test
    void shouldRunOnAnExecutorThatDropsTasks() {
        AtomicInteger dropped = new AtomicInteger();
        runOn(task -> dropped.incrementAndGet(), 4);
        assertEquals(3, dropped.get(), "a task that was submitted is not submitted again");
    }

    @Test
    void shouldRunOnTheCallingThread() {
        runOn(Runnable::run, 3);
    }

    @Test
    void shouldRunOnAnotherThreadEachTime() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        try (Schedule schedule = builder(3)
                .executor(task -> {
                    threads.add(new Thread(task));
                    threads.get(threads.size() - 1).start();
                })
                .build()) {
            for (int i = 0; i < TICKS; i++) {
                tick(schedule);
                for (Thread thread : threads) {
                    thread.join(); // so that the next tick has others
                }
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
        try (Schedule schedule = builder(2).executor(executor).build()) {
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
    }

    /** No thread waits for a helper that is about to end or has not started. */
    @Test
    void shouldCloseWhileHelpersSpin() {
        for (int i = 0; i < 200; i++) {
            EagerThreads threads = new EagerThreads(2);
            Schedule schedule = Schedule.builder(world)
                    .workers(3)
                    .executor(threads)
                    .thresholds(0, 0)
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
            Deadline deadline = new Deadline("the other systems of the stage");
            while (here.get() < 3) {
                deadline.pause();
            }
        };
        try (Schedule schedule = Schedule.builder(world)
                .workers(3)
                .thresholds(0, 0)
                .add("a", meet)
                .add("b", meet)
                .add("c", meet)
                .build()) {
            for (int i = Soak.times(15_000, 50_000); i > 0; i--) {
                here.set(0);
                schedule.tick(1);
            }
        }
    }
}
