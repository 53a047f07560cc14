package basalt.save;

import basalt.runtime.TickControl;
import basalt.runtime.WorldRuntime;
import basalt.system.Schedule;
import basalt.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Runs the same ticks several times from one state, and compares them. */
final class RepeatedRun {
    /** The states that are kept: the first one, and the one before the tick that differs. */
    static final int STATES = 2;

    /** How often a difference that does not appear again is looked for. */
    private static final int ATTEMPTS = 100;

    private final Schedule schedule;
    private final TickControl control;
    private final WorldRuntime runtime;
    private final Snapshots snapshots;
    private final float seconds;
    private final Consumer<World> input;
    private long start;

    RepeatedRun(
            Schedule schedule,
            TickControl control,
            WorldRuntime runtime,
            Snapshots snapshots,
            float seconds,
            Consumer<World> input) {
        this.schedule = schedule;
        this.control = control;
        this.runtime = runtime;
        this.snapshots = snapshots;
        this.seconds = seconds;
        this.input = input;
    }

    /** Throws if two runs differ. The world is in its first state then, and otherwise. */
    void check(int ticks) {
        start = snapshots.capture();
        try {
            int most = schedule.workers();
            List<Hashes> expected = run(ticks, most);
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

    private List<Hashes> run(int ticks, int workers) {
        List<Hashes> after = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            tick(workers);
            after.add(Hashes.of(runtime));
        }
        return after;
    }

    private void compare(List<Hashes> expected, int workers) {
        snapshots.restore(start);
        for (int i = 0; i < expected.size(); i++) {
            tick(workers);
            List<Integer> ids = expected.get(i).differences(Hashes.of(runtime));
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
                + String.join(", ", Hashes.names(runtime, ids));
    }

    /** Runs the tick that differs twice from the same state. */
    private String firstDifference(int ticks, int workers) {
        snapshots.restore(start);
        run(ticks, workers);
        long before = ticks == 0 ? start : snapshots.capture();
        PassHashes one = passes(schedule.workers());
        snapshots.restore(before);
        PassHashes other = passes(workers);
        return one.firstDifference(other);
    }

    private PassHashes passes(int workers) {
        PassHashes passes = new PassHashes(runtime, control);
        control.listen(passes);
        try {
            tick(workers);
        } finally {
            control.listen(null);
        }
        return passes;
    }
}
