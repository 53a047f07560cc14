package basalt.system;

import basalt.storage.SavedSystem;
import basalt.storage.StateBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;

/**
 * All run conditions of one system, which decide each tick whether it runs. Belongs to one system of one schedule and
 * to the thread that ticks. Makes no garbage.
 */
final class RunConditions {
    /** The part of an interval that may be missing: ten times the error of rounding to floats. */
    private static final double TOLERANCE = 1e-6;

    private final List<RunCondition> declared;
    private final BooleanSupplier[] predicates;

    /** 0 if there is none, like the interval in ticks. */
    private final double everySeconds;

    private final int everyTicks;
    private final boolean once;
    private final boolean isEachFrame;
    private double seconds;
    private double secondsSinceRun;
    private int ticks;
    private boolean isSpent;

    /** Combines the conditions of a system. */
    RunConditions(String system, List<RunCondition> conditions) {
        declared = List.copyOf(conditions);
        List<RunCondition> intervals = conditions.stream()
                .filter(condition -> condition.seconds() > 0 || condition.ticks() > 0)
                .toList();
        if (intervals.size() > 1) {
            throw new IllegalArgumentException("a system can have one interval: system \"" + system + "\" has "
                    + intervals.get(0) + " and " + intervals.get(1) + "; drop one");
        }
        once = has(system, RunCondition.Kind.ONCE);
        isEachFrame = has(system, RunCondition.Kind.EACH_FRAME);
        if (isEachFrame && (once || !intervals.isEmpty())) {
            throw new IllegalArgumentException("system \"" + system + "\" has eachFrame() and "
                    + (once ? "once()" : intervals.get(0)) + ", which counts ticks; drop one");
        }
        predicates = conditions.stream()
                .filter(condition -> condition.kind() == RunCondition.Kind.WHEN)
                .map(RunCondition::condition)
                .toArray(BooleanSupplier[]::new);
        everySeconds = intervals.isEmpty() ? 0 : intervals.get(0).seconds();
        everyTicks = intervals.isEmpty() ? 0 : intervals.get(0).ticks();
    }

    private boolean has(String system, RunCondition.Kind kind) {
        long count =
                declared.stream().filter(condition -> condition.kind() == kind).count();
        if (count > 1) {
            throw new IllegalArgumentException("system \"" + system + "\" has "
                    + (kind == RunCondition.Kind.ONCE ? "once()" : "eachFrame()") + " twice; drop one");
        }
        return count == 1;
    }

    /** The same conditions, before the first tick. */
    RunConditions fresh() {
        return new RunConditions("", declared);
    }

    /** Whether the system runs in frames and not in ticks. */
    boolean isEachFrame() {
        return isEachFrame;
    }

    /** Whether the decision calls code of the user. */
    boolean callsUser() {
        return predicates.length > 0;
    }

    /** Whether the system runs at most in every third tick, after an interval in seconds, or in frames. */
    boolean mayPassOverTicks() {
        return everySeconds > 0 || everyTicks > 2 || isEachFrame;
    }

    /** Advances by a tick and returns whether the system runs in it. Exceptions of a condition reach the caller. */
    boolean shouldRun(float deltaSeconds) {
        if (!isIntervalOver(deltaSeconds) || isSpent) {
            return false;
        }
        for (BooleanSupplier condition : predicates) {
            if (!condition.getAsBoolean()) {
                beginStep();
                return false;
            }
        }
        return true;
    }

    /**
     * The time step of the system if it runs in this tick. With an interval it is the time since the system's last run,
     * or the last one that a condition has skipped, or the first tick; otherwise it is the time of this tick.
     */
    float deltaSeconds(float tickSeconds) {
        return everyTicks > 0 || everySeconds > 0 ? passedSeconds() : tickSeconds;
    }

    /** The system begins a run. A system with {@code once()} does not run again. */
    void beginRun() {
        isSpent = once;
        beginStep();
    }

    /** Begins the next time step. The rounding error of the last one is added to it. */
    private void beginStep() {
        secondsSinceRun -= passedSeconds();
    }

    /** The time since the last run, which may be below 0 by its rounding error, or in a file. */
    private float passedSeconds() {
        return Math.max(0, (float) secondsSinceRun);
    }

    /** Advances by a tick in which the system does not run. Calls no condition. */
    void skip(float deltaSeconds) {
        isIntervalOver(deltaSeconds);
    }

    /** Writes which ticks are due, for snapshots. */
    void save(StateBuffer to) {
        to.putDouble(seconds);
        to.putDouble(secondsSinceRun);
        to.putLong(ticks);
        to.putLong(isSpent ? 1 : 0);
    }

    void restore(StateBuffer from) {
        seconds = from.getDouble();
        secondsSinceRun = from.getDouble();
        ticks = (int) from.getLong();
        isSpent = from.getLong() != 0;
    }

    /** What files contain of a system with these conditions. */
    SavedSystem saved(String name, boolean isEnabled) {
        return new SavedSystem(name, isEnabled, isSpent, seconds, secondsSinceRun, ticks);
    }

    /** Sets what was read from a file. The interval may be shorter than it was. */
    void load(SavedSystem saved) {
        seconds = everySeconds > 0 ? Math.min(saved.seconds(), everySeconds) : saved.seconds();
        secondsSinceRun = saved.secondsSinceRun();
        ticks = Math.min(saved.ticks(), Math.max(0, everyTicks - 1));
        isSpent = saved.isSpent() && once;
    }

    private boolean isIntervalOver(float deltaSeconds) {
        secondsSinceRun += isEachFrame ? 0 : deltaSeconds;
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

    /** The options as in source: first the interval. */
    @Override
    public String toString() {
        StringJoiner texts = new StringJoiner(", ");
        declared.stream()
                .sorted(Comparator.comparing(RunCondition::kind))
                .forEach(condition -> texts.add(condition.toString()));
        return texts.toString();
    }
}
