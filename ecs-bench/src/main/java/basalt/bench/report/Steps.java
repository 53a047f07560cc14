package basalt.bench.report;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Prints the progress of a run and the remaining time: the estimate, corrected by the error of the estimate so far. */
final class Steps {
    private static final double NANOS = 1e9;
    private static final double MINUTE = 60;

    private final PrintStream out;
    private final LongSupplier nanoTime;
    private final int total;
    private final double totalSeconds;
    private final long start;
    private int done;
    private double doneSeconds;

    /**
     * Begins a run.
     *
     * @param out output
     * @param nanoTime the clock
     * @param total number of steps
     * @param totalSeconds estimated time of all steps
     */
    Steps(PrintStream out, LongSupplier nanoTime, int total, double totalSeconds) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.total = total;
        this.totalSeconds = totalSeconds;
        start = nanoTime.getAsLong();
    }

    /**
     * Prints that a step is done.
     *
     * @param guessedSeconds estimated time of the step
     * @param what the step, and its result
     */
    void done(double guessedSeconds, String what) {
        done++;
        doneSeconds += guessedSeconds;
        double passed = (nanoTime.getAsLong() - start) / NANOS;
        double left = (totalSeconds - doneSeconds) * passed / doneSeconds;
        out.printf(Locale.ROOT, "[%d/%d] %s%s%n", done, total, what, done == total ? "" : "; " + left(left));
        out.flush();
    }

    private static String left(double seconds) {
        return seconds < MINUTE ? "less than a minute left" : "about " + Math.round(seconds / MINUTE) + " min left";
    }
}
