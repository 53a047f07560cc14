package basalt.save;

import static basalt.system.RunCondition.every;
import static basalt.system.RunCondition.everyTicks;
import static basalt.system.RunCondition.once;
import static basalt.system.RunCondition.when;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Unreachable;
import basalt.system.Access;
import basalt.system.Schedule;
import basalt.world.World;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When systems run next, and whether they are enabled, is part of the state. */
class SnapshotScheduleTest {
    private static final int TICKS = 40;

    /** A world with systems that note when they run, and their time steps. */
    private static final class Game implements AutoCloseable {
        final World world = World.create();
        final Snapshots ring = Saves.snapshots(world, 5);
        final List<String> ran = new ArrayList<>();
        final Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("always", note("always"), Access.worldThread())
                .add("third", note("third"), Access.worldThread(), everyTicks(3))
                .add("seventh", note("seventh"), Access.worldThread(), everyTicks(7))
                .add("seconds", note("seconds"), Access.worldThread(), every(0.5f))
                .add(
                        "rarely",
                        note("rarely"),
                        Access.worldThread(),
                        every(1.3f),
                        when(() -> world.time().tick() > 9))
                .add(
                        "once",
                        note("once"),
                        Access.worldThread(),
                        once(),
                        when(() -> world.time().tick() > 11))
                .build();

        Runnable note(String name) {
            return () -> ran.add(name + " " + world.time().deltaSeconds());
        }

        /** Runs a tick, whose length and switches depend on its number only; returns what has run. */
        List<String> tick() {
            Random random = new Random(world.time().tick());
            if (random.nextInt(3) == 0) {
                String system = random.nextBoolean() ? "always" : "third";
                if (schedule.isEnabled(system)) {
                    schedule.disable(system);
                } else {
                    schedule.enable(system);
                }
            }
            ran.clear();
            schedule.tick(0.05f + random.nextFloat() / 4);
            return List.copyOf(ran);
        }

        @Override
        public void close() {
            schedule.close();
            world.close();
        }
    }

    private final List<Game> games = new ArrayList<>();

    @AfterEach
    void close() {
        games.forEach(Game::close);
    }

    private Game newGame() {
        games.add(new Game());
        return games.get(games.size() - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldRunInTheSameTicks(long seed) {
        Game straight = newGame();
        List<List<String>> expected = new ArrayList<>();
        for (int tick = 0; tick < TICKS; tick++) {
            expected.add(straight.tick());
        }
        Game rolling = newGame();
        Random random = new Random(seed);
        rolling.ring.capture();
        for (int step = 0; step < 200 && rolling.world.time().tick() < TICKS; step++) {
            int tick = (int) rolling.world.time().tick();
            assertEquals(expected.get(tick), rolling.tick(), "seed " + seed + ", tick " + tick);
            rolling.ring.capture();
            if (random.nextInt(4) == 0) {
                Snapshots ring = rolling.ring;
                ring.restore(ring.oldestTick() + random.nextInt(ring.count()));
            }
        }
        assertTrue(rolling.world.time().tick() > TICKS / 2);
    }

    @Test
    void shouldRestoreSwitches() {
        Game game = newGame();
        game.schedule.disable("always");
        game.ring.capture();
        game.schedule.enable("always");
        game.schedule.disable("third");
        game.ring.restore(0);
        assertFalse(game.schedule.isEnabled("always"));
        assertTrue(game.schedule.isEnabled("third"));
    }

    @Test
    void shouldRunASystemOnceAgain() {
        Game game = newGame();
        World world = game.world;
        int[] ran = {0};
        Snapshots ring = game.ring;
        game.schedule.close();
        try (Schedule schedule = Schedule.builder(world)
                .workers(1)
                .add("once", () -> ran[0]++, once())
                .build()) {
            ring.capture();
            schedule.tick(1);
            schedule.tick(1);
            assertEquals(1, ran[0]);
            ring.capture();
            ring.restore(0);
            schedule.tick(1);
            assertEquals(2, ran[0]);
            ring.restore(0);
            ring.close();
            schedule.tick(1);
            assertEquals(3, ran[0]);
        }
    }

    /** A schedule that was closed, and one that was made, since the capture. */
    @Test
    void shouldRestoreWithOtherSchedules() {
        Game game = newGame();
        game.tick();
        game.ring.capture();
        game.schedule.close();
        int[] ran = {0};
        try (Schedule later = Schedule.builder(game.world)
                .workers(1)
                .add("later", () -> ran[0]++, everyTicks(2))
                .build()) {
            later.tick(1);
            game.ring.restore(1);
            later.tick(1);
            assertEquals(1, ran[0], "it keeps its intervals");
        }
        game.ring.restore(1);
        assertEquals(1, game.world.time().tick());
    }

    /** A world does not keep schedules. */
    @Test
    void shouldNotKeepASchedule() {
        try (World world = World.create();
                Snapshots ring = Saves.snapshots(world, 2)) {
            WeakReference<Schedule> dropped = drop(world);
            ring.capture();
            Unreachable.await(dropped);
            ring.capture();
            ring.restore(1);
        }
    }

    /** A separate method, so that no stack frame of the test refers to it. */
    private static WeakReference<Schedule> drop(World world) {
        Schedule schedule =
                Schedule.builder(world).workers(1).add("nothing", () -> {}).build();
        schedule.tick(0);
        return new WeakReference<>(schedule);
    }
}
