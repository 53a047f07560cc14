package basalt.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.component.Component;
import basalt.internal.Friend;
import basalt.memory.Deadline;
import basalt.query.Commands;
import basalt.query.Query;
import basalt.query.RowBody;
import basalt.runtime.TickControl;
import basalt.world.World;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** For tests: a world with a schedule. Closes both after each test. */
abstract class ScheduleFixture {
    final World world = World.create();

    /** The schedule that was built last. */
    Schedule schedule;

    private EagerThreads helpers;

    @AfterEach
    void close() {
        closeSchedule();
        if (helpers != null) {
            helpers.close();
        }
        world.close();
    }

    private void closeSchedule() {
        if (schedule != null) {
            schedule.close();
        }
    }

    /** Three threads for helpers, which take part even in the smallest stage. */
    final EagerThreads threads() {
        if (helpers == null) {
            helpers = new EagerThreads(3);
        }
        return helpers;
    }

    /** A builder with the default number of workers. */
    final ScheduleBuilder systems() {
        return Schedule.builder(world);
    }

    /** A builder of a schedule whose helpers take part in all stages. */
    final ScheduleBuilder systems(int workers) {
        return Schedule.builder(world).workers(workers).executor(threads()).thresholds(0, 0);
    }

    final Query all(Component<?>... components) {
        return world.query().all(components).build();
    }

    /** Closes the schedule before, and opens this one. */
    final Schedule build(ScheduleBuilder builder) {
        closeSchedule();
        schedule = builder.build();
        return schedule;
    }

    /** Ticks a new schedule once. */
    final void tick(ScheduleBuilder builder) {
        tick(builder, 1);
    }

    /** Ticks a new schedule by seconds, and closes it. */
    final void tick(ScheduleBuilder builder, int ticks) {
        build(builder);
        tick(ticks, 1);
        schedule.close();
    }

    /** The body, but so that what it reads and writes is not found. */
    static RowBody opaque(RowBody body) {
        RowBody[] bodies = {body};
        return row -> bodies[0].accept(row);
    }

    /** As {@link #opaque(RowBody)}. */
    static Commands.Body opaque(Commands.Body body) {
        Commands.Body[] bodies = {body};
        return (row, commands) -> bodies[0].accept(row, commands);
    }

    /** A body in which that many systems of a tick wait for each other. */
    static Runnable meeting(int systems) {
        AtomicInteger here = new AtomicInteger();
        return () -> {
            int all = (here.getAndIncrement() / systems + 1) * systems;
            awaitUntil(() -> here.get() >= all, "the other systems");
        };
    }

    /** Waits for a latch that another system counts down; fails after half a minute. */
    static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS), "the other system does not run");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until something holds; fails after some time. */
    static void awaitUntil(BooleanSupplier holds, String what) {
        Deadline deadline = new Deadline(what);
        while (!holds.getAsBoolean()) {
            deadline.pause();
        }
    }

    static void assertMentions(String message, String... parts) {
        for (String part : parts) {
            assertTrue(message.contains(part), () -> '"' + part + "\" is not in: " + message);
        }
    }

    static TickControl control(Schedule schedule) {
        return Friend.of(Schedule.class, TickControl.class).internal(schedule);
    }

    final void tick(int ticks, float seconds) {
        for (int i = 0; i < ticks; i++) {
            schedule.tick(seconds);
        }
    }

    /** The exception of the first tick of a new schedule, which is closed then. */
    final SystemException failure(ScheduleBuilder builder) {
        build(builder);
        SystemException failure = assertThrows(SystemException.class, () -> schedule.tick(1));
        schedule.close();
        return failure;
    }

    /** The message of the exception by which a system of a new schedule is rejected. */
    final String rejection(String system, ScheduleBuilder builder) {
        SystemException failure = failure(builder);
        assertEquals(system, failure.system());
        return messageOf(failure);
    }

    static String messageOf(SystemException failure) {
        return assertInstanceOf(IllegalStateException.class, failure.getCause()).getMessage();
    }
}
