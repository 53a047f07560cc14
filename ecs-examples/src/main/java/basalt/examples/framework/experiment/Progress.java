package basalt.examples.framework.experiment;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Prints the progress of a long run, at most once a second: a line that is overwritten on a terminal, or else a new
 * line each time.
 */
public final class Progress {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private long last;
    private int shown;

    /**
     * Prints nothing yet.
     *
     * @param out output
     * @param terminal whether the output can overwrite a line
     * @param nanoTime the clock
     */
    public Progress(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        start();
    }

    /** Begins a new second. */
    public void start() {
        last = nanoTime.getAsLong();
    }

    /**
     * Prints the progress in ticks. Does nothing, and makes no garbage, if less than a second has passed.
     *
     * @param phase name of the phase
     * @param done ticks done
     * @param total all ticks; {@link Integer#MAX_VALUE} for a run without an end
     */
    public void at(String phase, int done, int total) {
        if (isTime()) {
            boolean isEndless = total == Integer.MAX_VALUE;
            String part = isEndless ? "" : String.format(Locale.ROOT, " of %,d (%d %%)", total, 100L * done / total);
            print(String.format(Locale.ROOT, "%s: tick %,d%s", phase, done, part));
        }
    }

    /**
     * Prints the progress of a phase that is measured in seconds.
     *
     * @param phase name of the phase
     * @param done seconds done
     * @param total all seconds
     */
    public void atSecond(String phase, float done, float total) {
        if (isTime()) {
            print(String.format(
                    Locale.ROOT, "%s: %.1f of %.1f s (%d %%)", phase, done, total, (int) (100 * done / total)));
        }
    }

    private boolean isTime() {
        long now = nanoTime.getAsLong();
        if (now - last < PERIOD_NANOS) {
            return false;
        }
        last = now;
        return true;
    }

    private void print(String line) {
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
            shown = line.length();
        } else {
            out.println(line);
        }
        out.flush();
    }

    /** Clears the line. */
    public void end() {
        if (shown > 0) {
            out.print("\r" + " ".repeat(shown) + "\r");
            out.flush();
            shown = 0;
        }
    }
}
