package basalt.system;

import java.util.function.BooleanSupplier;

/**
 * When a system runs. Without one it runs in each tick; several must all agree. A system can have any number of
 * conditions, and one interval. Made for static import:
 *
 * <pre>{@code
 * import static basalt.system.RunCondition.*;
 *
 * Schedule.builder(world)
 *         .add("load", load, exclusive(), once())
 *         .add("think", think, reads(Position.TYPE), writes(Velocity.TYPE), every(0.5f), when(() -> !menu.isOpen()));
 * }</pre>
 *
 * <p>Intervals go on while a condition says no. A run that has come due then is skipped, not put off.
 *
 * <p>In a system with an interval, {@link basalt.world.Time#deltaSeconds()} is the time since its last run: the sum of
 * all ticks since then, also of those in which a condition said no, it was disabled, or the tick ended before its turn.
 * A run that fails is a run. In the first run it is the sum of all ticks of the schedule. Systems without an interval
 * are told the length of the tick, whether they have run in the one before or not. Systems that are told different
 * lengths do not run side by side.
 */
public final class RunCondition implements SystemOption {
    /** The kinds of conditions. */
    enum Kind {
        WHEN,
        EVERY,
        EVERY_TICKS,
        ONCE
    }

    private final Kind kind;
    private final BooleanSupplier condition;
    private final float seconds;
    private final int ticks;

    private RunCondition(Kind kind, BooleanSupplier condition, float seconds, int ticks) {
        this.kind = kind;
        this.condition = condition;
        this.seconds = seconds;
        this.ticks = ticks;
    }

    /**
     * Runs in those ticks in which a condition holds. It is asked in each tick in which the interval, if there is one,
     * is over: on the thread that ticks, which has the world for itself then, before the systems that stand in the same
     * stage run.
     *
     * @param condition the condition
     * @return the option
     * @throws IllegalArgumentException if the condition is null
     */
    public static RunCondition when(BooleanSupplier condition) {
        if (condition == null) {
            throw new IllegalArgumentException("when() needs a condition, but got null");
        }
        return new RunCondition(Kind.WHEN, condition, 0, 0);
    }

    /**
     * Runs once in each interval of the schedule's time, which is what ticks are told to have taken: in the first tick
     * that ends at or after the end of the interval. The first interval starts with the first tick.
     *
     * <p>Intervals follow one another exactly, however ticks fall, so the rhythm does not drift. A system runs at most
     * once a tick, so of several intervals that end in one tick only one is run; the others are not made up for.
     * Seconds are rounded to floats, so an interval counts as over when a millionth of it is left.
     *
     * <p>It does not run beside systems that are told another time step: what these have recorded in the same stage may
     * be applied before it starts, and what it records before they do.
     *
     * @param seconds how long an interval is
     * @return the option
     * @throws IllegalArgumentException if seconds is not a positive finite number
     */
    public static RunCondition every(float seconds) {
        if (!(seconds > 0) || seconds == Float.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("every() needs seconds > 0: seconds=" + seconds);
        }
        return new RunCondition(Kind.EVERY, null, seconds, 0);
    }

    /**
     * Runs in each {@code ticks}-th tick, first in tick number {@code ticks} if the first one is number 1.
     *
     * @param ticks how many ticks an interval has
     * @return the option
     * @throws IllegalArgumentException if ticks is not positive
     */
    public static RunCondition everyTicks(int ticks) {
        if (ticks <= 0) {
            throw new IllegalArgumentException("everyTicks() needs ticks > 0: ticks=" + ticks);
        }
        return new RunCondition(Kind.EVERY_TICKS, null, 0, ticks);
    }

    /**
     * Runs one time, in the first tick in which all other conditions agree, and never again, even if that run fails.
     *
     * @return the option
     */
    public static RunCondition once() {
        return new RunCondition(Kind.ONCE, null, 0, 0);
    }

    Kind kind() {
        return kind;
    }

    BooleanSupplier condition() {
        return condition;
    }

    float seconds() {
        return seconds;
    }

    int ticks() {
        return ticks;
    }

    /**
     * The option as it is written; a condition has no text.
     *
     * @return one line
     */
    @Override
    public String toString() {
        return switch (kind) {
            case WHEN -> "when(...)";
            case EVERY -> "every(" + seconds + ")";
            case EVERY_TICKS -> "everyTicks(" + ticks + ")";
            case ONCE -> "once()";
        };
    }
}
