package basalt.bench.report;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says how far a run is, and how long it will still take: as long as was guessed, corrected by what was guessed so far.
 */
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
     * Nothing is done yet.
     *
     * @param out where it is said
     * @param nanoTime the clock
     * @param total how many steps there are
     * @param totalSeconds how long they take, as is guessed
     */
    Steps(PrintStream out, LongSupplier nanoTime, int total, double totalSeconds) {
        this.out = out;
        this.nanoTime = nanoTime;
        this.total = total;
        this.totalSeconds = totalSeconds;
        start = nanoTime.getAsLong();
    }

    /**
     * A step is done.
     *
     * @param guessedSeconds what of the guess it was
     * @param what was done, and its result
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
