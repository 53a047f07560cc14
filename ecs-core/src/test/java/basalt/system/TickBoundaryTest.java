package basalt.system;

import static basalt.system.Access.exclusive;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.internal.Friend;
import basalt.memory.PromotionTarget;
import basalt.runtime.TickControl;
import basalt.save.Determinism;
import basalt.save.Replay;
import basalt.save.Saves;
import basalt.save.Snapshots;
import basalt.storage.fixture.Health;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a schedule calls what was set to be called between its ticks. */
class TickBoundaryTest {
    private static final float SECONDS = 0.25f;
    private static final Replay.Input NOTHING = (world, buffer, offset, length) -> {};

    private final World world = World.create();
    private final List<String> calls = new ArrayList<>();
    private Runnable body = () -> {};
    private final Schedule schedule = Schedule.builder(world)
            .workers(1)
            .add("body", () -> body.run(), exclusive())
            .build();
    private final TickControl control =
            Friend.of(Schedule.class, TickControl.class).internal(schedule);
    private final Recorder boundary = new Recorder();

    /** Notes each call. */
    private final class Recorder implements TickControl.Boundary {
        private Consumer<Boolean> before = isPlayed -> {};

        @Override
        public void beforeTick(boolean isPlayed, long least, long greatest) {
            calls.add("before " + (world.time().tick() + 1) + (isPlayed ? " played" : "")
                    + (greatest == Long.MAX_VALUE ? "" : " " + least + " to " + greatest));
            before.accept(isPlayed);
        }

        @Override
        public void afterTick() {
            calls.add("after " + world.time().tick());
        }

        @Override
        public void betweenTicks() {
            calls.add("between");
        }

        @Override
        public void closed() {
            calls.add("closed");
        }
    }

    private void spawn(int points) {
        world.commands().add(world.commands().spawn(), new Health(points));
    }

    @BeforeEach
    void set() {
        control.boundary(boundary);
    }

    @AfterEach
    void close() {
        schedule.close();
        world.close();
    }

    private void assertCalls(String... expected) {
        assertEquals(List.of(expected), calls);
        calls.clear();
    }

    @Test
    void shouldBeCalledAroundEachTick() {
        body = () -> calls.add("body");
        schedule.tick(SECONDS);
        assertCalls("before 1", "body", "after 1");
        schedule.interpolate(0.5f);
        assertCalls("between");
        schedule.tick(SECONDS);
        assertCalls("before 2", "body", "after 2");
        schedule.close();
        assertCalls("closed");
        schedule.close();
        assertCalls();
    }

    @Test
    void shouldNotBeCalledAfterItWasRemoved() {
        control.boundary(null);
        schedule.tick(SECONDS);
        schedule.interpolate(0.5f);
        schedule.close();
        assertCalls();
    }

    @Test
    void shouldBeTheOnlyOne() {
        assertThrows(IllegalStateException.class, () -> control.boundary(new Recorder()));
        schedule.tick(SECONDS);
        assertCalls("before 1", "after 1");
    }

    @Test
    void shouldBeCalledAfterATickWhoseSystemThrows() {
        body = () -> {
            throw new IllegalArgumentException("expected");
        };
        assertThrows(SystemException.class, () -> schedule.tick(SECONDS));
        assertCalls("before 1", "after 1");
    }

    @Test
    void shouldBeCalledAfterATickWhoseObserverThrows() {
        world.observers().onAdd(Health.TYPE, entity -> {
            throw new IllegalArgumentException("expected");
        });
        body = () -> spawn(1);
        assertThrows(IllegalArgumentException.class, () -> schedule.tick(SECONDS));
        assertCalls("before 1", "after 1");
    }

    @Test
    void shouldBeCalledAfterATickInWhichAPromotionFails() {
        schedule.close();
        calls.clear();
        PromotionTarget target = (bytes, alignment) -> {
            throw new IllegalArgumentException("expected");
        };
        try (Schedule promoting = Schedule.builder(world)
                .workers(1)
                .add(
                        "promote",
                        () -> world.frame().promotions().promote(world.frame().allocate(8, 8), target))
                .build()) {
            Friend.of(Schedule.class, TickControl.class).internal(promoting).boundary(boundary);
            assertThrows(IllegalArgumentException.class, () -> promoting.tick(SECONDS));
            assertCalls("before 1", "after 1");
        }
    }

    @Test
    void shouldNotBeCalledAfterATickThatClosesTheWorld() {
        body = world::close;
        assertThrows(SystemException.class, () -> schedule.tick(SECONDS));
        assertCalls("before 1");
    }

    @Test
    void shouldNotBeCalledForARefusedTick() {
        assertThrows(IllegalArgumentException.class, () -> schedule.tick(-1));
        assertThrows(IllegalArgumentException.class, () -> schedule.tick(Float.NaN));
        assertThrows(IllegalArgumentException.class, () -> schedule.interpolate(2));
        assertCalls();
        body = () -> assertThrows(IllegalStateException.class, () -> schedule.tick(SECONDS));
        schedule.tick(SECONDS);
        assertCalls("before 1", "after 1");
    }

    @Test
    void shouldPutItsCommandsIntoTheTick() {
        boundary.before = isPlayed -> spawn(7);
        body = () -> assertEquals(1, world.entityCount());
        schedule.tick(SECONDS);
        assertEquals(1, world.entityCount());
    }

    @Test
    void shouldBeCalledBeforeAReplayRecordsATick() {
        try (Replay replay = new Replay(schedule, 1, NOTHING)) {
            replay.tick(SECONDS);
            assertCalls("before 1", "after 1");
            replay.tick(SECONDS);
            assertCalls("before 2 0 to 1", "after 2");
        }
    }

    @Test
    void shouldPutItsCommandsIntoTheReplay() {
        try (Snapshots states = Saves.snapshots(world, 8);
                Replay replay = new Replay(schedule, 1, NOTHING)) {
            states.capture();
            for (int i = 1; i <= 5; i++) {
                int points = i;
                boundary.before = isPlayed -> spawn(points);
                replay.tick(SECONDS);
            }
            long hash = Saves.stateHash(world);
            states.restore(0);
            calls.clear();
            boundary.before = isPlayed -> {};
            assertEquals(5, replay.play(5).ticks());
            assertEquals(hash, Saves.stateHash(world));
            assertEquals("before 1 played 0 to 0", calls.get(0));
            assertEquals("before 5 played 0 to 0", calls.get(8));
        }
    }

    @Test
    void shouldCutAReplayBackByRestoringAState() {
        try (Snapshots states = Saves.snapshots(world, 8);
                Replay replay = new Replay(schedule, 1, NOTHING)) {
            for (int i = 0; i < 5; i++) {
                states.capture();
                replay.tick(SECONDS);
            }
            boundary.before = isPlayed -> states.restore(2);
            replay.tick(SECONDS);
            assertEquals(3, world.time().tick());
            assertEquals(3, replay.lastTick());
        }
    }

    @Test
    void shouldBeCalledAgainAfterATickThatItsInputHasPrevented() {
        Replay.Input failing = (ignored, buffer, offset, length) -> {
            if (length > 0) {
                throw new IllegalArgumentException("expected");
            }
        };
        try (Replay replay = new Replay(schedule, 1, failing)) {
            assertThrows(
                    IllegalArgumentException.class, () -> replay.tick(SECONDS, new UnsafeBuffer(new byte[1]), 0, 1));
            assertCalls("before 1");
            schedule.tick(SECONDS);
            assertCalls("before 1", "after 1");
        }
    }

    @Test
    void shouldBeToldThatADeterminismCheckPlays() {
        Determinism.check(schedule, 2);
        calls.removeIf(call -> call.startsWith("after"));
        assertEquals("before 1 played 0 to 0", calls.get(0));
        calls.forEach(call -> assertEquals("played", call.split(" ")[2]));
    }
}
