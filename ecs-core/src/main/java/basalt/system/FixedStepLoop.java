package basalt.system;

import basalt.internal.NoState;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Drives a schedule by steps of fixed length at any frame rate, so that the same inputs give the same result on a slow
 * machine and on a fast one.
 *
 * <pre>{@code
 * FixedStepLoop loop = FixedStepLoop.builder(schedule).stepSeconds(1 / 60.0).build();
 * loop.run();                                        // until loop.stop(), from any thread
 *
 * loop.pause();                                      // from any thread: frames go on, steps do not
 * loop.step();                                       // but for this one
 * loop.resume();                                     // the pause does not count
 * loop.timeScale(0.25);                              // slow motion: a quarter as many steps a second
 * }</pre>
 *
 * <p>A turn adds the time since the last turn to a backlog and makes as many steps as the backlog holds, up to a limit.
 * Then it shows a frame: it passes the part of a step that is left to {@link Tickable#frame}. A schedule runs its
 * systems with {@link RunCondition#eachFrame()} there, to which {@link basalt.world.Time#alpha()} shows that part.
 * Steps beyond the limit are dropped and counted, so a loop that falls behind slows down. The rest of the backlog, less
 * than a step, is kept to the nanosecond, so steps do not drift against the clock.
 *
 * <p>The clock is Agrona's. {@link org.agrona.concurrent.CachedNanoClock}, which the caller advances, makes a loop
 * repeatable for tests and replays. A clock that goes back counts as stopped.
 *
 * <p>One thread at a time makes turns: the thread that the schedule belongs to. All other methods may be called by any
 * thread, if the clock is thread-safe. Makes no garbage.
 */
@NoState
public final class FixedStepLoop {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Tickable target;
    private final IdleStrategy idle;
    private final NanoClock clock;
    private final long stepNanos;
    private final float stepSeconds;
    private final int maxSteps;
    private final AtomicBoolean isInUse = new AtomicBoolean();
    private long backlogNanos;
    private volatile boolean isStopAsked;
    private volatile long steps;
    private volatile long droppedSteps;
    private volatile float alpha;

    /*
     * The time to step through: the clock's, times a scale, without pauses. Before the scale changes, or a pause starts
     * or ends, time is counted up to now, so the result does not depend on when turns come. Guarded by this object.
     */
    private double scale = 1;

    private boolean isCounting;
    private boolean isPaused;
    private long countedTo;
    private long countedNanos;

    /** Of a nanosecond, kept for the next time. */
    private double fraction;

    private long singleSteps;

    FixedStepLoop(FixedStepLoopBuilder choices, IdleStrategy idle) {
        this.target = choices.target;
        this.idle = idle;
        this.clock = choices.clock;
        this.stepNanos = choices.stepNanos;
        this.stepSeconds = (float) (stepNanos / NANOS_PER_SECOND);
        this.maxSteps = choices.maxSteps;
    }

    /**
     * Starts a builder.
     *
     * @param target the schedule to drive, or another {@link Tickable} that passes {@link Tickable#frame} on to
     *     it. A lambda does not pass it on, so the schedule's systems of frames do not run
     */
    public static FixedStepLoopBuilder builder(Tickable target) {
        return new FixedStepLoopBuilder(target);
    }

    /**
     * Makes turns until it is stopped or the thread is interrupted, and idles between them by the idle strategy. Time
     * counts from the start of the run. An interrupt is left set.
     *
     * <p>An exception of a step or a frame ends the run and reaches the caller. The loop may be run again.
     *
     * @throws IllegalStateException if a turn or run is in progress
     */
    public void run() {
        take();
        try {
            startCounting();
            idle.reset();
            while (shouldContinue()) {
                int made = turn();
                if (shouldContinue()) {
                    idle.idle(made);
                }
            }
        } finally {
            isStopAsked = false;
            stopCounting();
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
     * @return the number of steps made, from 0 to {@link FixedStepLoopBuilder#maxSteps}
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
        backlogNanos = sum(backlogNanos, takeTime());
        boolean single = isPaused();
        int made = 0;
        while (made < maxSteps && takeStep(single)) {
            steps = steps + 1;
            target.tick(stepSeconds);
            made++;
        }
        if (!single) {
            droppedSteps = droppedSteps + backlogNanos / stepNanos;
            backlogNanos %= stepNanos;
        }
        alpha = (float) Math.min(1, (double) backlogNanos / stepNanos);
        target.frame(alpha);
        return made;
    }

    /** Counts from now on. Time that was not taken is dropped. */
    private synchronized void startCounting() {
        countedTo = clock.nanoTime();
        countedNanos = 0;
        fraction = 0;
        isCounting = true;
    }

    /** Stops counting until time is taken next. */
    private synchronized void stopCounting() {
        isCounting = false;
    }

    /** The nanoseconds since the last call. 0 at first, and in a pause, which keeps earlier time for later. */
    private synchronized long takeTime() {
        if (!isCounting) {
            startCounting();
        }
        if (isPaused) {
            return 0;
        }
        count();
        long taken = countedNanos;
        countedNanos = 0;
        return taken;
    }

    private void count() {
        long now = clock.nanoTime();
        long elapsed = now - countedTo;
        countedTo = now;
        if (!isCounting || isPaused || elapsed <= 0) {
            return;
        }
        if (scale == 1) {
            countedNanos = sum(countedNanos, elapsed);
            return;
        }
        double exact = elapsed * scale + fraction;
        long whole = (long) exact;
        fraction = whole == Long.MAX_VALUE ? 0 : exact - whole;
        countedNanos = sum(countedNanos, whole);
    }

    /** The sum of two times that are not negative, or the longest time there is. */
    private static long sum(long nanos, long more) {
        long sum = nanos + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Takes a step that was requested in a pause, or one of the backlog; false if there is none. */
    private synchronized boolean takeStep(boolean single) {
        if (single ? singleSteps == 0 : backlogNanos < stepNanos) {
            return false;
        }
        if (single) {
            singleSteps--;
        } else {
            backlogNanos -= stepNanos;
        }
        return true;
    }

    /**
     * Pauses: from the next turn on, no steps are made until {@link #resume()}, while frames continue. Paused time does
     * not count.
     */
    public synchronized void pause() {
        count();
        isPaused = true;
    }

    /** Ends a pause: time counts from now on. Single steps that are still waiting are dropped. */
    public synchronized void resume() {
        count();
        isPaused = false;
        singleSteps = 0;
    }

    /** {@return whether the loop is paused: from {@link #pause()} to {@link #resume()}} */
    public synchronized boolean isPaused() {
        return isPaused;
    }

    /**
     * Makes one step in the next turn of a paused loop. Several calls add up to several steps; a turn makes {@link
     * FixedStepLoopBuilder#maxSteps} at most, and the next turn makes the rest.
     *
     * @throws IllegalStateException if the loop is not paused
     */
    public synchronized void step() {
        if (!isPaused) {
            throw new IllegalStateException("single steps are for a loop that is paused; call pause() before step()");
        }
        singleSteps++;
    }

    /**
     * Sets the speed of time from now on: 2 is twice as fast, 0.5 is slow motion, 0 stops time. Steps keep their
     * length; there are more of them, or fewer.
     *
     * @throws IllegalArgumentException if the scale is negative, infinite or not a number
     */
    public synchronized void timeScale(double newScale) {
        if (!(newScale >= 0 && newScale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("timeScale must be >= 0 and finite: timeScale=" + newScale);
        }
        count();
        scale = newScale;
    }

    /** {@return the speed of time as a factor; 1 at first} */
    public synchronized double timeScale() {
        return scale;
    }

    /** {@return the part of a step, from 0 to 1, that had passed in the last frame} */
    public float alpha() {
        return alpha;
    }

    /** {@return the number of steps made, single steps and failed steps included} */
    public long steps() {
        return steps;
    }

    /** {@return the number of steps that were dropped, beyond {@link FixedStepLoopBuilder#maxSteps} in their turn} */
    public long droppedSteps() {
        return droppedSteps;
    }

    /** {@return the length of a step in seconds, as {@link Tickable#tick} gets it} */
    public float stepSeconds() {
        return stepSeconds;
    }
}
