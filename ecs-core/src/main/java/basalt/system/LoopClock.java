package basalt.system;

import org.agrona.concurrent.NanoClock;

/**
 * The time that a {@link FixedStepLoop} has to step through: the clock's, times a scale, without pauses; and the single
 * steps requested in a pause. Safe for all threads.
 *
 * <p>Before the scale changes, or a pause starts or ends, time is counted up to now. So the result does not depend on
 * when turns come. Fractions of nanoseconds are kept for the next time.
 */
final class LoopClock {
    private final NanoClock clock;
    private double scale;
    private boolean isCounting;
    private boolean isPaused;
    private long countedTo;
    private long nanos;
    private double fraction;
    private long singleSteps;

    LoopClock(NanoClock clock, double scale) {
        this.clock = clock;
        this.scale = requireScale(scale);
    }

    static double requireScale(double scale) {
        if (!(scale >= 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("timeScale must be >= 0 and finite: timeScale=" + scale);
        }
        return scale;
    }

    /** The sum of two times that are not negative, or the longest time there is. */
    static long sum(long nanos, long more) {
        long sum = nanos + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Counts from now on. Time that was not taken is dropped. */
    synchronized void start() {
        countedTo = clock.nanoTime();
        nanos = 0;
        fraction = 0;
        isCounting = true;
    }

    /** Stops counting until time is taken next. */
    synchronized void stop() {
        isCounting = false;
    }

    /** The nanoseconds since the last call. 0 at first, and in a pause, which keeps earlier time for later. */
    synchronized long take() {
        if (!isCounting) {
            start();
        }
        if (isPaused) {
            return 0;
        }
        count();
        long taken = nanos;
        nanos = 0;
        return taken;
    }

    synchronized void scale(double newScale) {
        requireScale(newScale);
        count();
        scale = newScale;
    }

    synchronized double scale() {
        return scale;
    }

    synchronized void pause() {
        count();
        isPaused = true;
    }

    synchronized void resume() {
        count();
        isPaused = false;
        singleSteps = 0;
    }

    synchronized boolean isPaused() {
        return isPaused;
    }

    /** Requests a single step. */
    synchronized void addStep() {
        if (!isPaused) {
            throw new IllegalStateException("single steps are for a loop that is paused; call pause() before step()");
        }
        singleSteps++;
    }

    /** Takes a single step; false if none was requested. */
    synchronized boolean takeStep() {
        if (singleSteps == 0) {
            return false;
        }
        singleSteps--;
        return true;
    }

    private void count() {
        long now = clock.nanoTime();
        long elapsed = now - countedTo;
        countedTo = now;
        if (!isCounting || isPaused || elapsed <= 0) {
            return;
        }
        if (scale == 1) {
            nanos = sum(nanos, elapsed);
            return;
        }
        double exact = elapsed * scale + fraction;
        long whole = (long) exact;
        fraction = whole == Long.MAX_VALUE ? 0 : exact - whole;
        nanos = sum(nanos, whole);
    }
}
