package basalt.system;

import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Whether a system runs in this tick, by its {@link RunConditions}. Belongs to one system of one schedule, on the thread
 * that ticks; makes no garbage.
 */
final class RunGate {
    /** How much of an interval may be missing: ten times what rounding to floats can take. */
    private static final double TOLERANCE = 1e-6;

    private final BooleanSupplier[] conditions;
    private final double everySeconds;
    private final int everyTicks;
    private final boolean once;
    private double seconds;
    private double secondsSinceRun;
    private int ticks;
    private boolean isSpent;

    RunGate(RunConditions conditions) {
        List<BooleanSupplier> all = conditions.predicates();
        this.conditions = all.toArray(new BooleanSupplier[0]);
        everySeconds = conditions.everySeconds();
        everyTicks = conditions.everyTicks();
        once = conditions.once();
    }

    /** Goes on by a tick, and tells whether the system runs in it. What a condition throws reaches the caller. */
    boolean opens(float deltaSeconds) {
        if (!isIntervalOver(deltaSeconds) || isSpent) {
            return false;
        }
        for (BooleanSupplier condition : conditions) {
            if (!condition.getAsBoolean()) {
                return false;
            }
        }
        return true;
    }

    /**
     * What the system is to be told as its time step, if it runs in this tick: with an interval, the time of all ticks
     * since its last run, or of all there were; otherwise that of this tick.
     */
    float deltaSeconds(float tickSeconds) {
        return everyTicks > 0 || everySeconds > 0 ? (float) secondsSinceRun : tickSeconds;
    }

    /**
     * The system begins to run: if that is to happen once, it was the time. What rounding leaves counts for the next
     * run.
     */
    void pass() {
        isSpent = once;
        secondsSinceRun -= (float) secondsSinceRun;
    }

    /** Goes on by a tick in which the system does not run, whatever its conditions say. Asks no condition. */
    void skip(float deltaSeconds) {
        isIntervalOver(deltaSeconds);
    }

    private boolean isIntervalOver(float deltaSeconds) {
        secondsSinceRun += deltaSeconds;
        if (everyTicks > 0) {
            ticks++;
            boolean isOver = ticks == everyTicks;
            ticks = isOver ? 0 : ticks;
            return isOver;
        }
        if (everySeconds > 0) {
            seconds += deltaSeconds;
            double intervals = Math.floor(seconds / everySeconds + TOLERANCE);
            seconds -= intervals * everySeconds;
            return intervals > 0;
        }
        return true;
    }
}
