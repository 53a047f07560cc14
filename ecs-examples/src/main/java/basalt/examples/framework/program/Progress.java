package basalt.examples.framework.program;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says how far a long run is, once a second at most: one line that is overwritten on a terminal, else a line each time.
 */
public final class Progress {
    private static final long PERIOD_NANOS = 1_000_000_000L;

    private final PrintWriter out;
    private final boolean terminal;
    private final LongSupplier nanoTime;
    private long last;
    private int shown;

    /**
     * Nothing is said yet.
     *
     * @param out where to
     * @param terminal whether a line can be overwritten there
     * @param nanoTime the clock
     */
    public Progress(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
        this.out = out;
        this.terminal = terminal;
        this.nanoTime = nanoTime;
        start();
    }

    /** The second begins now. */
    public void start() {
        last = nanoTime.getAsLong();
    }

    /**
     * So many ticks are done. Prints nothing, and makes no garbage, if it is not time yet.
     *
     * @param phase of the run
     * @param done ticks
     * @param total ticks
     */
    public void at(String phase, int done, int total) {
        if (isTime()) {
            print(String.format(Locale.ROOT, "%s: tick %,d of %,d (%d %%)", phase, done, total, 100L * done / total));
        }
    }

    /**
     * The same for a phase that is measured in seconds.
     *
     * @param phase of the run
     * @param done seconds
     * @param total seconds
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
