package basalt.system;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

/** Builds a {@link FixedStepLoop}. Each option has a default. */
public final class FixedStepLoopBuilder {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_SECONDS = 1e9;
    private static final int DEFAULT_MAX_STEPS = 5;

    private final Tickable target;
    private long stepNanos = Math.round(NANOS_PER_SECOND / 60);
    private int maxSteps = DEFAULT_MAX_STEPS;
    private double timeScale = 1;
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private IdleStrategy idle;
    private FrameBody onFrame = alpha -> {};

    FixedStepLoopBuilder(Tickable target) {
        if (target == null) {
            throw new IllegalArgumentException("target must not be null: target=null");
        }
        this.target = target;
    }

    /**
     * Sets the length of a step. The default is a sixtieth of a second.
     *
     * @param seconds the length; rounded to whole nanoseconds. {@link Tickable#tick} gets the nearest float
     * @return this
     * @throws IllegalArgumentException if seconds is not from 1e-9 to 1e9
     */
    public FixedStepLoopBuilder stepSeconds(double seconds) {
        if (!(seconds >= 1 / NANOS_PER_SECOND && seconds <= MAX_SECONDS)) {
            throw new IllegalArgumentException("stepSeconds must be from 1e-9 to 1e9: stepSeconds=" + seconds);
        }
        stepNanos = Math.round(seconds * NANOS_PER_SECOND);
        return this;
    }

    /**
     * The most steps that a turn makes; if more are due, they are dropped. The default is 5.
     *
     * @param steps at least 1
     * @return this
     * @throws IllegalArgumentException if steps is not positive
     */
    public FixedStepLoopBuilder maxSteps(int steps) {
        if (steps <= 0) {
            throw new IllegalArgumentException("maxSteps must be > 0: maxSteps=" + steps);
        }
        maxSteps = steps;
        return this;
    }

    /**
     * Sets the speed of time at first; see {@link FixedStepLoop#timeScale(double)}. The default is 1.
     *
     * @param scale the factor
     * @return this
     * @throws IllegalArgumentException if the scale is negative, infinite or not a number
     */
    public FixedStepLoopBuilder timeScale(double scale) {
        timeScale = LoopClock.requireScale(scale);
        return this;
    }

    /**
     * Sets the clock. The default is {@link System#nanoTime()}.
     *
     * @param nanoClock the clock; thread-safe if several threads use the loop
     * @return this
     * @throws IllegalArgumentException if the clock is null
     */
    public FixedStepLoopBuilder clock(NanoClock nanoClock) {
        if (nanoClock == null) {
            throw new IllegalArgumentException("clock must not be null; leave clock() out for the system's");
        }
        clock = nanoClock;
        return this;
    }

    /**
     * Sets how {@link FixedStepLoop#run()} idles between turns; the strategy gets the number of steps of the turn. The
     * default sleeps for a millisecond after a turn without steps: steps come about a millisecond late at most, the
     * processor rests, and frames are spread evenly. A strategy that backs off would make dozens of frames right after
     * each step, and one that spins takes a core.
     *
     * <p>If {@code onFrame} itself waits, for example for a screen, use {@link org.agrona.concurrent.NoOpIdleStrategy}.
     *
     * @param strategy the strategy, for this loop alone
     * @return this
     * @throws IllegalArgumentException if the strategy is null
     */
    public FixedStepLoopBuilder idle(IdleStrategy strategy) {
        if (strategy == null) {
            throw new IllegalArgumentException("idle strategy must not be null; leave idle() out for the default");
        }
        idle = strategy;
        return this;
    }

    /**
     * Sets the body that each turn calls after its steps. The default is none.
     *
     * @param body draws a frame
     * @return this
     * @throws IllegalArgumentException if the body is null
     */
    public FixedStepLoopBuilder onFrame(FrameBody body) {
        if (body == null) {
            throw new IllegalArgumentException("onFrame must not be null; leave onFrame() out for nothing");
        }
        onFrame = body;
        return this;
    }

    /**
     * Makes the loop.
     *
     * @return a loop that has not made a turn yet
     */
    public FixedStepLoop build() {
        return new FixedStepLoop(this, idle == null ? new SleepingMillisIdleStrategy(1) : idle);
    }

    Tickable target() {
        return target;
    }

    long stepNanos() {
        return stepNanos;
    }

    int maxSteps() {
        return maxSteps;
    }

    double timeScale() {
        return timeScale;
    }

    NanoClock clock() {
        return clock;
    }

    FrameBody onFrame() {
        return onFrame;
    }
}
