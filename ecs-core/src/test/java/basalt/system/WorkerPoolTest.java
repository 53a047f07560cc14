package basalt.system;

import static basalt.system.Order.after;
import static basalt.system.Order.inSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import basalt.memory.Deadline;
import basalt.memory.Elsewhere;
import basalt.memory.block.ArenaAccess;
import basalt.world.World;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workers of a stage when one of them is busy for a long time or cannot work. */
class WorkerPoolTest {
    private static void await(AtomicInteger count, int least, String what) {
        Deadline deadline = new Deadline(what);
        while (count.get() < least) {
            deadline.pause();
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
            await(begun, 2, "the first helper");
            if (Thread.currentThread() != home) {
                await(followers, 2, "two followers, while this helper is busy");
            }
        };
        Runnable follower = () -> {
            followers.incrementAndGet();
            await(followers, 2, "the other follower");
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
            builder.add("s" + i, Thread::yield, inSet("many"));
        }
        return builder.add("last", () -> {}, after("many")).build();
    }
}
