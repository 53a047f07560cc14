package basalt.system;

import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.IdleStrategy;

/**
 * Drives something, such as a schedule, by steps of fixed length, however fast or slow the frames come: so the same
 * inputs give the same result on a slow machine and on a fast one.
 *
 * <pre>{@code
 * FixedStepLoop loop = FixedStepLoop.builder(schedule)
 *         .stepSeconds(1 / 60.0)
 *         .onFrame(alpha -> window.draw(alpha))      // between the last step and the next one
 *         .build();
 * loop.run();                                        // until loop.stop(), from any thread
 * }</pre>
 *
 * <p>A turn adds the time since the last one to a backlog, makes as many steps as that holds, but no more than a limit,
 * and then tells what is driven and {@code onFrame} how far it is between two steps; a schedule's world shows that as
 * {@link basalt.world.Time#alpha()}. Steps beyond the limit are dropped and counted: a loop that falls behind slows
 * down rather than being buried. What is left of the backlog, less than a step, is kept to the nanosecond, so that
 * steps do not drift against the clock.
 *
 * <p>The clock is Agrona's, so {@link org.agrona.concurrent.CachedNanoClock}, which is moved by hand, makes a loop
 * repeatable for tests and replays. A clock that goes back counts as one that stands, and counts on from there.
 *
 * <p>Turns are made by one thread at a time: the one that what is driven belongs to. All other methods may be called by
 * any thread, if the clock may. Makes no garbage.
 */
public final class FixedStepLoop {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Tickable target;
    private final FrameBody onFrame;
    private final IdleStrategy idle;
    private final LoopClock pace;
    private final long stepNanos;
    private final float stepSeconds;
    private final int maxSteps;
    private final AtomicBoolean isTaken = new AtomicBoolean();
    private long backlogNanos;
    private volatile boolean isStopAsked;
    private volatile long steps;
    private volatile long droppedSteps;
    private volatile float alpha;

    FixedStepLoop(FixedStepLoopBuilder choices, IdleStrategy idle) {
        this.target = choices.target();
        this.onFrame = choices.onFrame();
        this.idle = idle;
        this.pace = new LoopClock(choices.clock(), choices.timeScale());
        this.stepNanos = choices.stepNanos();
        this.stepSeconds = (float) (stepNanos / NANOS_PER_SECOND);
        this.maxSteps = choices.maxSteps();
    }

    /**
     * Starts the choices for a loop.
     *
     * @param target what to drive: a schedule itself, or else something that passes {@link Tickable#interpolate} on to
     *     it, which a lambda does not, so that {@link basalt.world.Time#alpha()} stays 0
     * @return a builder
     * @throws IllegalArgumentException if the target is null
     */
    public static FixedStepLoopBuilder builder(Tickable target) {
        return new FixedStepLoopBuilder(target);
    }

    /**
     * Makes turns until it is stopped or the thread is interrupted, and idles between them as the idle strategy says.
     * Time counts from the start of the run. An interrupt is left set.
     *
     * <p>What a step or {@code onFrame} throws ends the run and reaches the caller; the loop may be run again.
     *
     * @throws IllegalStateException if a turn or run is going on
     */
    public void run() {
        take();
        try {
            pace.start();
            idle.reset();
            while (goesOn()) {
                int made = turn();
                if (goesOn()) {
                    idle.idle(made);
                }
            }
        } finally {
            isStopAsked = false;
            pace.stop();
            isTaken.set(false);
        }
    }

    private boolean goesOn() {
        return !isStopAsked && !Thread.currentThread().isInterrupted();
    }

    /**
     * Ends the run after its turn. If there is none, the next one ends at once.
     */
    public void stop() {
        isStopAsked = true;
    }

    /**
     * Makes one turn: for loops that are paced elsewhere. Time counts from the turn before; in the first turn, and in
     * the first one after a run, there is none yet.
     *
     * <p>What a step throws reaches the caller. That step counts as made, those after it are left for the next turn.
     *
     * @return how many steps were made, from 0 to {@link #maxSteps()}
     * @throws IllegalStateException if a turn or run is going on
     */
    public int frame() {
        take();
        try {
            return turn();
        } finally {
            isTaken.set(false);
        }
    }

    private void take() {
        if (!isTaken.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "the loop is running, or in a turn; stop() it and let run() or frame() return first");
        }
    }

    private int turn() {
        backlogNanos = LoopClock.sum(backlogNanos, pace.take());
        int made = pace.isPaused() ? makeSingleSteps() : makeSteps();
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
        while (made < maxSteps && pace.takeStep()) {
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
     * Makes no more steps until {@link #resume()}, from the next turn on; frames go on. Time does not count meanwhile.
     */
    public void pause() {
        pace.pause();
    }

    /** Ends a pause: time counts from now on. Single steps that no turn has made yet are not made any more. */
    public void resume() {
        pace.resume();
    }

    /**
     * Whether there is a pause.
     *
     * @return true from {@link #pause()} to {@link #resume()}
     */
    public boolean isPaused() {
        return pace.isPaused();
    }

    /**
     * Has the next turn make one step, in a pause. Several calls ask for several steps; a turn makes no more than
     * {@link #maxSteps()}, and the next one goes on.
     *
     * @throws IllegalStateException if there is no pause
     */
    public void step() {
        pace.addStep();
    }

    /**
     * How fast time goes from now on: 2 is twice as fast, 0.5 is slow motion, 0 stands still. Steps keep their length;
     * there are more of them, or fewer.
     *
     * @param scale the factor
     * @throws IllegalArgumentException if the scale is negative, infinite or not a number
     */
    public void timeScale(double scale) {
        pace.scale(scale);
    }

    /**
     * How fast time goes.
     *
     * @return the factor, at first 1 or what the builder was told
     */
    public double timeScale() {
        return pace.scale();
    }

    /**
     * How far time had gone from the last step towards the next one when the last turn called {@code onFrame}.
     *
     * @return from 0 to 1
     */
    public float alpha() {
        return alpha;
    }

    /**
     * How many steps were made.
     *
     * @return steps since the loop was made, with single ones and those that failed
     */
    public long steps() {
        return steps;
    }

    /**
     * How many steps would have been due, but were dropped since a turn had made {@link #maxSteps()} already.
     *
     * @return steps since the loop was made
     */
    public long droppedSteps() {
        return droppedSteps;
    }

    /**
     * How long a step is, exactly.
     *
     * @return nanoseconds
     */
    public long stepNanos() {
        return stepNanos;
    }

    /**
     * How long a step is, as what is driven is told.
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
