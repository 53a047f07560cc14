package basalt.system;

import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Builds a {@link FixedStepLoop}. Each option has a default, and rejects an argument that is null or out of range by an
 * {@link IllegalArgumentException}.
 */
public final class FixedStepLoopBuilder {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_SECONDS = 1e9;
    private static final int DEFAULT_MAX_STEPS = 5;

    final Tickable target;
    long stepNanos = Math.round(NANOS_PER_SECOND / 60);
    int maxSteps = DEFAULT_MAX_STEPS;
    NanoClock clock = SystemNanoClock.INSTANCE;
    private IdleStrategy idle;

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
     */
    public FixedStepLoopBuilder maxSteps(int steps) {
        if (steps <= 0) {
            throw new IllegalArgumentException("maxSteps must be > 0: maxSteps=" + steps);
        }
        maxSteps = steps;
        return this;
    }

    /**
     * Sets the clock. The default is {@link System#nanoTime()}.
     *
     * @param nanoClock the clock; thread-safe if several threads use the loop
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
     * <p>If a frame itself waits, for example for a screen, use {@link org.agrona.concurrent.NoOpIdleStrategy}.
     *
     * @param strategy the strategy, for this loop alone
     */
    public FixedStepLoopBuilder idle(IdleStrategy strategy) {
        if (strategy == null) {
            throw new IllegalArgumentException("idle strategy must not be null; leave idle() out for the default");
        }
        idle = strategy;
        return this;
    }

    /** {@return a loop that has not made a turn yet} */
    public FixedStepLoop build() {
        return new FixedStepLoop(this, idle == null ? new SleepingMillisIdleStrategy(1) : idle);
    }
}
