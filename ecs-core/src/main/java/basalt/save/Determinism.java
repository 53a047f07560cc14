package basalt.save;

import basalt.internal.Friend;
import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.runtime.WorldRuntime.WorldTime;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A check for tests that a schedule is deterministic: from the same state, the same ticks lead to the same state, with
 * any number of workers.
 *
 * <pre>{@code
 * Determinism.check(schedule, 100);
 * }</pre>
 *
 * <p>It runs the ticks from the state that the world is in, with the workers of the schedule; then again, with as many
 * workers, with one, and with two; and compares {@link Saves#stateHash(World)} after each tick. In a run with several
 * workers each stage is divided among them, however short it is. If two runs differ, it runs the tick in which they
 * first do again, pass by pass, to find the system. So a schedule is checked best that was built with several workers.
 *
 * <p>What is compared is what is in the state hash. A difference elsewhere, such as in a resource, an event or a
 * managed column, is found when it leads to another value in a component.
 *
 * <p>Afterwards the world is in the state from before, whether the check has failed or not. The check makes {@link
 * Snapshots} of the world, so it needs a world that can have some, and has none. What they do not contain, such as
 * variables of the program, is not put back between the runs: if the ticks depend on it, the check fails.
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
     * @param seconds the length of a tick
     * @param input called before each tick; must do the same in each run, so it may depend on {@code
     *     world.time().tick()}, the number of the tick before
     * @param excluded types of resources that the snapshots do not contain, as for {@link Saves#snapshots}
     * @throws AssertionError if two runs differ; the message names the first tick, the system and the components
     * @throws IllegalArgumentException if an argument is null, the number is out of range, or the length is negative or
     *     not finite
     * @throws IllegalStateException as for {@link #check(Schedule, int)}
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
        try (Snapshots snapshots = Saves.snapshots(world, RepeatedRun.STATES, excluded)) {
            WorldRuntime runtime = WORLDS.internal(world);
            long start = snapshots.capture();
            new RepeatedRun(schedule, control, runtime, snapshots, seconds, input, start).check(ticks);
        }
    }

    /** The hashes after each pass of the stages of one tick, with the systems that have run in it. */
    private static final class PassHashes implements TickControl.PassListener {
        private final WorldRuntime runtime;
        private final TickControl control;
        private final List<Pass> passes = new ArrayList<>();
        private List<Pass.Ran> current = new ArrayList<>();

        PassHashes(WorldRuntime runtime, TickControl control) {
            this.runtime = runtime;
            this.control = control;
        }

        @Override
        public void ran(int system, int commands, boolean isExclusive) {
            current.add(new Pass.Ran(control.name(system), commands > 0, isExclusive));
        }

        @Override
        public void settled() {
            passes.add(new Pass(current, Pass.Hashes.of(runtime)));
            current = new ArrayList<>();
        }

        /**
         * Describes the first pass after which two runs of a tick differ. Returns the systems and components; null if
         * they are the same after all passes.
         */
        String firstDifference(PassHashes other) {
            for (int i = 0; i < Math.min(passes.size(), other.passes.size()); i++) {
                Pass pass = passes.get(i);
                Pass same = other.passes.get(i);
                List<Integer> ids = pass.hashes().differences(same.hashes());
                if (!ids.isEmpty()) {
                    return describe(pass.suspects(same, ids, runtime, control)) + " changed "
                            + String.join(", ", Pass.Hashes.names(runtime, ids));
                }
                if (!pass.hasSameSystems(same)) {
                    return "other systems have run: " + quoted(pass.names()) + ", and " + quoted(same.names());
                }
            }
            return passes.size() == other.passes.size() ? null : "more systems have run in one of the runs";
        }

        private static String describe(List<String> systems) {
            if (systems.isEmpty()) {
                return "the input, or commands that waited before the tick, have";
            }
            return (systems.size() == 1 ? "system " : "one of the systems ") + String.join(", ", quoted(systems))
                    + " has";
        }

        private static List<String> quoted(List<String> names) {
            return names.stream().map(name -> "\"" + name + "\"").toList();
        }
    }

    /** Runs the same ticks several times from one state, and compares them. */
    private record RepeatedRun(
            Schedule schedule,
            TickControl control,
            WorldRuntime runtime,
            Snapshots snapshots,
            float seconds,
            Consumer<World> input,
            long start) {
        /** The states that are kept: the first one, and the one before the tick that differs. */
        static final int STATES = 2;

        /** How often a difference that does not appear again is looked for. */
        private static final int ATTEMPTS = 100;

        /** Throws if two runs differ. The world is in its first state then, and otherwise. */
        void check(int ticks) {
            try {
                int most = schedule.workers();
                List<Pass.Hashes> expected = run(ticks, most);
                compare(expected, most);
                if (most > 1) {
                    compare(expected, 1);
                }
                if (most > 2) {
                    compare(expected, 2);
                }
            } finally {
                control.listen(null);
                control.use(schedule.workers(), false);
                if (!runtime.isClosed()) { // a system may have closed the world
                    drop();
                    snapshots.restore(start);
                }
            }
        }

        /** Drops commands that the input has recorded for a tick that has failed. */
        private void drop() {
            runtime.currentQueue().forget(0);
        }

        private void tick(int workers) {
            control.use(workers, true);
            control.prepareTick(true, 0, 0);
            input.accept(schedule.world());
            control.tick(seconds);
        }

        private List<Pass.Hashes> run(int ticks, int workers) {
            List<Pass.Hashes> after = new ArrayList<>();
            for (int i = 0; i < ticks; i++) {
                tick(workers);
                after.add(Pass.Hashes.of(runtime));
            }
            return after;
        }

        private void compare(List<Pass.Hashes> expected, int workers) {
            snapshots.restore(start);
            for (int i = 0; i < expected.size(); i++) {
                tick(workers);
                List<Integer> ids = expected.get(i).differences(Pass.Hashes.of(runtime));
                if (!ids.isEmpty()) {
                    throw new AssertionError(describe(i, workers, ids));
                }
            }
        }

        private String describe(int ticks, int workers, List<Integer> ids) {
            int most = schedule.workers();
            String what = "the schedule is not deterministic: tick " + (start + ticks + 1) + " (" + (ticks + 1)
                    + " of the check) differs between two runs with "
                    + (workers == most ? "the same number of workers, " + most : most + " and " + workers + " workers")
                    + ": ";
            for (int i = 0; i < ATTEMPTS; i++) {
                String difference = firstDifference(ticks, i % 2 == 0 ? workers : 1); // most differ from a run with one
                if (difference != null) {
                    return what + difference;
                }
            }
            return what + "the system is not known, because the difference did not appear again in " + ATTEMPTS
                    + " more runs of the tick; it is in "
                    + String.join(", ", Pass.Hashes.names(runtime, ids));
        }

        /** Runs the tick that differs twice from the same state. */
        private String firstDifference(int ticks, int workers) {
            snapshots.restore(start);
            run(ticks, workers);
            long before = ticks == 0 ? start : snapshots.capture();
            Determinism.PassHashes one = passes(schedule.workers());
            snapshots.restore(before);
            Determinism.PassHashes other = passes(workers);
            return one.firstDifference(other);
        }

        private Determinism.PassHashes passes(int workers) {
            Determinism.PassHashes passes = new Determinism.PassHashes(runtime, control);
            control.listen(passes);
            try {
                tick(workers);
            } finally {
                control.listen(null);
            }
            return passes;
        }
    }
}
