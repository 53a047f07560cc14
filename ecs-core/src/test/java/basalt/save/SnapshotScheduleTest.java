package basalt.save;

import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Unreachable;
import basalt.system.RunCondition;
import basalt.system.Schedule;
import basalt.system.ScheduleBuilder;
import basalt.world.World;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When systems run next, and whether they are enabled, is part of the state. */
class SnapshotScheduleTest {
    private final World world = World.create();
    private final Snapshots ring = Saves.snapshots(world, 5);
    private int ran;

    @AfterEach
    void close() {
        world.close();
    }

    private ScheduleBuilder systems(RunCondition condition) {
        return Schedule.builder(world)
                .workers(1)
                .add("first", () -> ran++, condition)
                .add("second", () -> {});
    }

    @Test
    void shouldRestoreSwitches() {
        try (Schedule schedule = systems(once()).build()) {
            schedule.disable("first");
            ring.capture();
            schedule.enable("first");
            schedule.disable("second");
            ring.restore(0);
            assertFalse(schedule.isEnabled("first"));
            assertTrue(schedule.isEnabled("second"));
        }
    }

    @Test
    void shouldRunASystemOnceAgain() {
        try (Schedule schedule = systems(once()).build()) {
            ring.capture();
            schedule.tick(1);
            schedule.tick(1);
            assertEquals(1, ran);
            ring.capture();
            ring.restore(0);
            schedule.tick(1);
            assertEquals(2, ran);
            ring.restore(0);
            ring.close();
            schedule.tick(1);
            assertEquals(3, ran);
        }
    }

    /** A schedule that was closed, and one that was made, since the capture. */
    @Test
    void shouldRestoreWithOtherSchedules() {
        try (Schedule closed = systems(once()).build()) {
            closed.tick(1);
            ring.capture();
        }
        ran = 0;
        try (Schedule later = systems(everyTicks(2)).build()) {
            later.tick(1);
            ring.restore(1);
            later.tick(1);
            assertEquals(1, ran, "it keeps its intervals");
        }
        ring.restore(1);
        assertEquals(1, world.time().tick());
    }

    /** A world does not keep schedules. */
    @Test
    void shouldNotKeepASchedule() {
        WeakReference<Schedule> dropped = drop();
        ring.capture();
        Unreachable.await(dropped);
        ring.capture();
        ring.restore(1);
    }

    /** A separate method, so that no stack frame of the test refers to it. */
    private WeakReference<Schedule> drop() {
        Schedule schedule = systems(once()).build();
        schedule.tick(0);
        return new WeakReference<>(schedule);
    }
}
