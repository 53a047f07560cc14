package basalt.system;

import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.IdleStrategy;

/**
 * Drives a schedule by steps of fixed length at any frame rate, so that the same inputs give the same result on a slow
 * machine and on a fast one.
 *
 * <pre>{@code
 * FixedStepLoop loop = FixedStepLoop.builder(schedule)
 *         .stepSeconds(1 / 60.0)
 *         .onFrame(alpha -> window.draw(alpha))      // between the last step and the next one
 *         .build();
 * loop.run();                                        // until loop.stop(), from any thread
 * }</pre>
 *
 * <p>A turn adds the time since the last turn to a backlog and makes as many steps as the backlog holds, up to a limit.
 * Then it passes the part of a step that is left to {@link Tickable#interpolate} and to {@code onFrame}; a schedule's
 * world shows it as {@link basalt.world.Time#alpha()}. Steps beyond the limit are dropped and counted, so a loop that
 * falls behind slows down. The rest of the backlog, less than a step, is kept to the nanosecond, so steps do not drift
 * against the clock.
 *
 * <p>The clock is Agrona's. {@link org.agrona.concurrent.CachedNanoClock}, which the caller advances, makes a loop
 * repeatable for tests and replays. A clock that goes back counts as stopped.
 *
 * <p>One thread at a time makes turns: the thread that the schedule belongs to. All other methods may be called by any
 * thread, if the clock is thread-safe. Makes no garbage.
 */
public final class FixedStepLoop {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Tickable target;
    private final FrameBody onFrame;
    private final IdleStrategy idle;
    private final LoopClock loopClock;
    private final long stepNanos;
    private final float stepSeconds;
    private final int maxSteps;
    private final AtomicBoolean isInUse = new AtomicBoolean();
    private long backlogNanos;
    private volatile boolean isStopAsked;
    private volatile long steps;
    private volatile long droppedSteps;
    private volatile float alpha;

    FixedStepLoop(FixedStepLoopBuilder choices, IdleStrategy idle) {
        this.target = choices.target();
        this.onFrame = choices.onFrame();
        this.idle = idle;
        this.loopClock = new LoopClock(choices.clock(), choices.timeScale());
        this.stepNanos = choices.stepNanos();
        this.stepSeconds = (float) (stepNanos / NANOS_PER_SECOND);
        this.maxSteps = choices.maxSteps();
    }

    /**
     * Starts a builder.
     *
     * @param target the schedule to drive, or another {@link Tickable} that passes {@link Tickable#interpolate} on to
     *     it. A lambda does not pass it on, so {@link basalt.world.Time#alpha()} stays 0
     * @return a builder
     * @throws IllegalArgumentException if the target is null
     */
    public static FixedStepLoopBuilder builder(Tickable target) {
        return new FixedStepLoopBuilder(target);
    }

    /**
     * Makes turns until it is stopped or the thread is interrupted, and idles between them by the idle strategy. Time
     * counts from the start of the run. An interrupt is left set.
     *
     * <p>An exception of a step or of {@code onFrame} ends the run and reaches the caller. The loop may be run again.
     *
     * @throws IllegalStateException if a turn or run is in progress
     */
    public void run() {
        take();
        try {
            loopClock.start();
            idle.reset();
            while (shouldContinue()) {
                int made = turn();
                if (shouldContinue()) {
                    idle.idle(made);
                }
            }
        } finally {
            isStopAsked = false;
            loopClock.stop();
            isInUse.set(false);
        }
    }

    private boolean shouldContinue() {
        return !isStopAsked && !Thread.currentThread().isInterrupted();
    }

    /** Ends the run after its current turn. Without a run, the next run ends at once. */
    public void stop() {
        isStopAsked = true;
    }

    /**
     * Makes one turn, for callers with their own loop. Time counts from the turn before. In the first turn, and in the
     * first one after a run, no time has passed.
     *
     * <p>An exception of a step reaches the caller. That step counts as made; the steps after it are left for the next
     * turn.
     *
     * @return the number of steps made, from 0 to {@link #maxSteps()}
     * @throws IllegalStateException if a turn or run is in progress
     */
    public int frame() {
        take();
        try {
            return turn();
        } finally {
            isInUse.set(false);
        }
    }

    private void take() {
        if (!isInUse.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the loop is running, or in a turn; stop() it and let run() or frame() return first");
        }
    }

    private int turn() {
        backlogNanos = LoopClock.sum(backlogNanos, loopClock.take());
        int made = loopClock.isPaused() ? makeSingleSteps() : makeSteps();
        alpha = (float) Math.min(1, (double) backlogNanos / stepNanos);
        target.interpolate(alpha);
        onFrame.accept(alpha);
        return made;
    }

    private int makeSteps() {
        int made = 0;
        while (made < maxSteps && backlogNanos >= stepNanos) {
            backlogNanos -= stepNanos;
            makeStep();
            made++;
        }
        long dropped = backlogNanos / stepNanos;
        if (dropped > 0) {
            backlogNanos -= dropped * stepNanos;
            droppedSteps = droppedSteps + dropped;
        }
        return made;
    }

    private int makeSingleSteps() {
        int made = 0;
        while (made < maxSteps && loopClock.takeStep()) {
            makeStep();
            made++;
        }
        return made;
    }

    private void makeStep() {
        steps = steps + 1;
        target.tick(stepSeconds);
    }

    /**
     * Pauses: from the next turn on, no steps are made until {@link #resume()}, while frames continue. Paused time does
     * not count.
     */
    public void pause() {
        loopClock.pause();
    }

    /** Ends a pause: time counts from now on. Single steps that are still waiting are dropped. */
    public void resume() {
        loopClock.resume();
    }

    /**
     * Whether the loop is paused.
     *
     * @return true from {@link #pause()} to {@link #resume()}
     */
    public boolean isPaused() {
        return loopClock.isPaused();
    }

    /**
     * Makes one step in the next turn of a paused loop. Several calls add up to several steps; a turn makes {@link
     * #maxSteps()} at most, and the next turn makes the rest.
     *
     * @throws IllegalStateException if the loop is not paused
     */
    public void step() {
        loopClock.addStep();
    }

    /**
     * Sets the speed of time from now on: 2 is twice as fast, 0.5 is slow motion, 0 stops time. Steps keep their
     * length; there are more of them, or fewer.
     *
     * @param scale the factor
     * @throws IllegalArgumentException if the scale is negative, infinite or not a number
     */
    public void timeScale(double scale) {
        loopClock.scale(scale);
    }

    /**
     * The speed of time.
     *
     * @return the factor; at first that of the builder
     */
    public double timeScale() {
        return loopClock.scale();
    }

    /**
     * The part of a step that had passed since the last step when the last turn called {@code onFrame}.
     *
     * @return from 0 to 1
     */
    public float alpha() {
        return alpha;
    }

    /**
     * The number of steps made.
     *
     * @return steps since the loop was made, single steps and failed steps included
     */
    public long steps() {
        return steps;
    }

    /**
     * The number of steps that were dropped, since their turn had made {@link #maxSteps()} already.
     *
     * @return steps since the loop was made
     */
    public long droppedSteps() {
        return droppedSteps;
    }

    /**
     * The exact length of a step.
     *
     * @return nanoseconds
     */
    public long stepNanos() {
        return stepNanos;
    }

    /**
     * The length of a step as {@link Tickable#tick} gets it.
     *
     * @return seconds
     */
    public float stepSeconds() {
        return stepSeconds;
    }

    /**
     * The most steps that a turn makes.
     *
     * @return at least 1
     */
    public int maxSteps() {
        return maxSteps;
    }
}
