package basalt.save;

import basalt.internal.Friend;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A check for tests that a schedule is deterministic: from the same state, the same ticks lead to the same state, with
 * any number of workers.
 *
 * <pre>{@code
 * Determinism.check(schedule, 100);
 * }</pre>
 *
 * <p>It records the ticks from the state that the world is in by a {@link Replay#ofEachSystem Replay}, with the workers
 * of the schedule; then it plays them with as many workers, with one, and with two. In a run with several workers each
 * stage is divided among them, however short it is. So a schedule is checked best that was built with several workers.
 *
 * <p>What is compared is what is in {@link Saves#stateHash(World)}. A difference elsewhere, such as in a resource, an
 * event or a managed column, is found when it leads to another value in a component.
 *
 * <p>Afterwards the world is in the state from before, whether the check has failed or not. The check makes {@link
 * Snapshots} of the world, so it needs a world that can have some, and has none. What they do not contain, such as
 * variables of the program, is not put back between the runs: if the ticks depend on it, the check fails.
 *
 * <p>The run keeps in native memory, for each system of each tick, 24 bytes for each component, until the check ends.
 *
 * <p>For the world's thread, between two ticks.
 */
public final class Determinism {
    private static final int MOST_TICKS = 100_000;
    private static final float SIXTIETH = 1 / 60f;
    private static final Friend<Schedule, TickControl> CONTROLS = Friend.of(Schedule.class, TickControl.class);
    private static final Friend<World, WorldRuntime> WORLDS = Friend.of(World.class, WorldRuntime.class);

    private Determinism() {}

    /**
     * Checks ticks of a sixtieth of a second without input.
     *
     * @param ticks the number of ticks, from 1 to 100,000
     * @throws AssertionError if two runs differ; the message names the first tick, the system and the components
     * @throws IllegalArgumentException if the schedule is null, or the number is out of range
     * @throws IllegalStateException if the world has snapshots that are not closed, or cannot have any; if commands
     *     wait; during a tick, an iteration or an observer; on the wrong thread; after close
     * @throws basalt.system.SystemException if a system throws
     */
    public static void check(Schedule schedule, int ticks) {
        check(schedule, ticks, SIXTIETH, world -> {});
    }

    /**
     * Checks ticks with input.
     *
     * @param ticks the number of ticks, from 1 to 100,000
     * @param input called before each tick; must do the same in each run, so it may depend on {@code
     *     world.time().tick()}, the number of the tick before
     * @param excluded types of resources that the snapshots do not contain, as for {@link Saves#snapshots}
     * @throws AssertionError if two runs differ; the message names the first tick, the system and the components
     * @throws IllegalArgumentException if an argument is null, the number is out of range, or the length is negative or
     *     not finite
     * @throws basalt.system.SystemException if a system throws
     */
    public static void check(Schedule schedule, int ticks, float seconds, Consumer<World> input, Class<?>... excluded) {
        if (schedule == null || input == null) {
            throw new IllegalArgumentException((schedule == null ? "schedule" : "input") + " must not be null");
        }
        if (ticks < 1 || ticks > MOST_TICKS) {
            throw new IllegalArgumentException("ticks must be from 1 to " + MOST_TICKS + ": ticks=" + ticks);
        }
        WorldTime.requireLength(seconds);
        TickControl control = CONTROLS.internal(schedule);
        World world = schedule.world();
        WorldRuntime runtime = WORLDS.internal(world);
        try (Snapshots snapshots = Saves.snapshots(world, 1, excluded);
                Replay replay = Replay.ofCheck(schedule, (to, bytes, at, length) -> input.accept(to))) {
            long start = snapshots.capture();
            try {
                control.use(schedule.workers(), true);
                for (int i = 0; i < ticks; i++) {
                    replay.tick(seconds);
                }
                int most = schedule.workers();
                IntStream.of(most, 1, 2).limit(Math.min(most, 3)).forEach(workers -> {
                    snapshots.restore(start);
                    ReplayDifference found = replay.play(start + ticks, workers, true);
                    if (!found.isSame()) {
                        throw new AssertionError(describe(found, most, workers));
                    }
                });
            } finally {
                control.use(schedule.workers(), false);
                if (!runtime.isClosed()) { // a system may have closed the world
                    runtime.currentQueue().forget(0); // what the input has recorded for a tick that has failed
                    snapshots.restore(start);
                }
            }
        }
    }

    private static String describe(ReplayDifference found, int most, int workers) {
        List<String> systems =
                found.systems().stream().map(name -> "\"" + name + "\"").toList();
        return "the schedule is not deterministic: tick " + found.tick() + " (" + found.ticks()
                + " of the check) differs between two runs with "
                + (workers == most ? "the same number of workers, " + most : most + " and " + workers + " workers")
                + ": "
                + (systems.isEmpty()
                        ? "the input, or commands that waited before the tick, have"
                        : (systems.size() == 1 ? "system " : "one of the systems ") + String.join(", ", systems)
                                + " has")
                + " changed " + String.join(", ", found.components());
    }
}
