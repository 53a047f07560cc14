package basalt.system;

import java.util.function.BooleanSupplier;

/**
 * A condition for a system to run. Without one the system runs in each tick. With several, all must hold. A system can
 * have any number of conditions, and one interval. Made for static import:
 *
 * <pre>{@code
 * import static basalt.system.RunCondition.*;
 *
 * Schedule.builder(world)
 *         .add("load", load, exclusive(), once())
 *         .add("think", think, every(0.5f), when(() -> !menu.isOpen()))
 *         .add("draw", draw, worldThread(), eachFrame());
 * }</pre>
 *
 * <p>Intervals continue while a condition does not hold. A run that is due in that time is skipped, not delayed. While
 * a system is {@linkplain Schedule#disable disabled}, its interval stands still.
 *
 * <p>In a system with an interval, {@link basalt.world.Time#deltaSeconds()} is the time since its last run: the sum of
 * all ticks since then, cancelled ones too. Ticks in which the system was disabled do not count, nor do those before a
 * run that a condition has skipped: after a pause a system does not catch up. A run that throws counts as a run. In the
 * first run it is the sum of all ticks of the schedule. In a system without an interval it is the length of the tick.
 * Systems with different time steps do not run side by side.
 */
public final class RunCondition implements SystemOption {
    /** The kinds of conditions, as texts list them. */
    enum Kind {
        EACH_FRAME,
        EVERY,
        EVERY_TICKS,
        WHEN,
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
     * Runs in ticks in which a condition holds. The condition is called in each tick in which the interval, if the
     * system has one, is over: on the thread that ticks, before the systems of the same stage run. No system runs
     * meanwhile.
     */
    public static RunCondition when(BooleanSupplier condition) {
        if (condition == null) {
            throw new IllegalArgumentException("when() needs a condition, but got null");
        }
        return new RunCondition(Kind.WHEN, condition, 0, 0);
    }

    /**
     * Runs once in each interval of the schedule's time, which is the sum of the ticks' seconds: in the first tick that
     * ends at or after the end of the interval. The first interval starts with the first tick.
     *
     * <p>Intervals follow one another exactly, so they do not drift. A system runs at most once a tick: if several
     * intervals end in one tick, it runs once. Seconds are rounded to floats, so an interval counts as over when less
     * than a millionth of it is left.
     *
     * <p>The system does not run beside systems with another time step. Commands of those may be applied before it
     * starts, and its commands before those start.
     *
     * @param seconds the length of an interval
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
     * @param ticks the length of an interval in ticks
     * @throws IllegalArgumentException if ticks is not positive
     */
    public static RunCondition everyTicks(int ticks) {
        if (ticks <= 0) {
            throw new IllegalArgumentException("everyTicks() needs ticks > 0: ticks=" + ticks);
        }
        return new RunCondition(Kind.EVERY_TICKS, null, 0, ticks);
    }

    /**
     * Runs one time, in the first tick in which all other conditions hold, and never again, even if that run throws.
     */
    public static RunCondition once() {
        return new RunCondition(Kind.ONCE, null, 0, 0);
    }

    /**
     * Runs in each frame instead of each tick: for drawing, sound and input, which follow the screen and not the steps
     * of the simulation. A {@link FixedStepLoop} shows a frame once a turn, after the steps of the turn, also if there
     * are none; {@link Schedule#frame} shows one by hand.
     *
     * <pre>{@code
     * RowKernel draw = world.query(Position.class, Velocity.class)
     *         .each((position, velocity) -> drawDot(position, velocity, time.alpha() * time.deltaSeconds()));
     * Schedule schedule = Schedule.builder(world)
     *         .add("move", move)                                // 60 times a second
     *         .add("draw", draw, worldThread(), eachFrame())    // as often as the screen is drawn
     *         .build();
     * FixedStepLoop.builder(schedule).stepSeconds(1 / 60.0).build().run();
     * }</pre>
     *
     * <p>Such a system reads the world as the last tick has left it, and {@link basalt.world.Time#alpha()} tells how
     * far the next one is. A frame is no tick: the time stands, {@link basalt.world.Time#deltaSeconds()} is that of the
     * last tick, and unread events stay. The system writes neither rows nor commands, since what it does to the world
     * would depend on the frame rate. So it declares {@code reads}, {@code receives}, {@code readsResource}, {@code
     * writesResource}, {@code touchesOthers} and {@code worldThread} only. Hand input to the systems of the tick by a
     * resource.
     *
     * <p>Systems of frames run in the order in which they were added, or side by side if they do not conflict, like
     * those of a tick. They have no interval, and no {@link #once()}. A frame that comes after more than one tick
     * misses the events of the earlier ones: let a system of the tick collect what no frame may miss.
     */
    public static RunCondition eachFrame() {
        return new RunCondition(Kind.EACH_FRAME, null, 0, 0);
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

    /** The option as in source; a condition has no text. */
    @Override
    public String toString() {
        return switch (kind) {
            case WHEN -> "when(...)";
            case EVERY -> "every(" + seconds + ")";
            case EVERY_TICKS -> "everyTicks(" + ticks + ")";
            case ONCE -> "once()";
            case EACH_FRAME -> "eachFrame()";
        };
    }
}
