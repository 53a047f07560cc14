package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Deadline;
import basalt.world.World;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class WorkerThreadsTest {
    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private static Thread run(WorkerPool.WorkerThreads threads) {
        AtomicReference<Thread> thread = new AtomicReference<>();
        threads.execute(() -> thread.set(Thread.currentThread()));
        Deadline deadline = new Deadline("the helper");
        while (thread.get() == null) {
            deadline.pause();
        }
        return thread.get();
    }

    private static void awaitIdle(WorkerPool.WorkerThreads threads, int count) {
        Deadline deadline = new Deadline("idle threads: " + count);
        while (threads.idle() != count) {
            deadline.pause();
        }
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
        Deadline deadline = new Deadline("the second task");
        while (interrupted.get() == null) {
            deadline.pause();
        }
        assertFalse(interrupted.get());
    }

    @Test
    void shouldStartAnotherThreadWhileTheOthersAreBusy() {
        WorkerPool.WorkerThreads threads = new WorkerPool.WorkerThreads(FOR_EVER);
        AtomicReference<Thread> other = new AtomicReference<>();
        AtomicReference<Thread> busy = new AtomicReference<>();
        threads.execute(() -> {
            busy.set(Thread.currentThread());
            Deadline deadline = new Deadline("the other helper");
            while (other.get() == null) {
                deadline.pause();
            }
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
                Deadline deadline = new Deadline("the other system");
                while (both.getCount() > 0) {
                    deadline.pause();
                }
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
