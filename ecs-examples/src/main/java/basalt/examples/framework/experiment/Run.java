package basalt.examples.framework.experiment;

import basalt.examples.framework.program.HeapMeter;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The result of a measured run.
 *
 * @param ticks measured ticks; fewer than requested, or none, if the observer has ended the run
 * @param nanos total time of these ticks, in nanoseconds
 * @param heapBytes bytes that the main thread allocated on the heap in these ticks
 * @param entities sum of the number of entities after each tick
 * @param repeatable whether the seed alone determines the result: the observer has neither changed the world nor ended
 *     the run
 */
public record Run(int ticks, long nanos, long heapBytes, long entities, boolean repeatable) {
    /**
     * Warms the JVM up, restarts the experiment, lets it settle for some ticks, and then measures. The restart makes
     * the measured world, and its picture, independent of the length of the warm-up.
     *
     * @param experiment the experiment
     * @param seed seed of each start
     * @param warmUpSeconds length of the warm-up
     * @param settle number of ticks to run after the restart, before measuring
     * @param ticks number of ticks to measure
     * @param progress receives the progress
     * @param observer is called after each tick, and can end the run
     * @return the result
     * @throws IOException if the observer has a file that cannot be written
     */
    public static Run of(
            Experiment experiment,
            long seed,
            float warmUpSeconds,
            int settle,
            int ticks,
            Progress progress,
            TickObserver observer)
            throws IOException {
        experiment.start(seed);
        boolean goesOn = warmUp(experiment, warmUpSeconds, progress, observer);
        experiment.start(seed);
        progress.start();
        for (int tick = 0; tick < settle && goesOn; tick++) {
            experiment.tick();
            progress.at("settling", tick + 1, settle);
            goesOn = observer.afterUnmeasuredTick();
        }
        return measured(experiment, goesOn ? ticks : 0, goesOn, progress, observer);
    }

    /**
     * Measures an experiment that has been loaded from a file.
     *
     * @param experiment the experiment
     * @param ticks number of ticks to measure
     * @param progress receives the progress
     * @param observer is called after each tick, and can end the run
     * @return the result; not repeatable from a seed
     * @throws IOException if the observer has a file that cannot be written
     */
    public static Run on(Experiment experiment, int ticks, Progress progress, TickObserver observer)
            throws IOException {
        progress.start();
        return measured(experiment, ticks, false, progress, observer);
    }

    private static Run measured(
            Experiment experiment, int ticks, boolean isSeeded, Progress progress, TickObserver observer)
            throws IOException {
        boolean goesOn = true;
        long nanos = 0;
        long heapBytes = 0;
        long entities = 0;
        int done = 0;
        while (goesOn && done < ticks) {
            long heapBefore = HeapMeter.allocatedBytes();
            long start = System.nanoTime();
            experiment.tick();
            long tickNanos = System.nanoTime() - start;
            nanos += tickNanos;
            heapBytes += HeapMeter.allocatedBytes() - heapBefore;
            entities += experiment.population();
            done++;
            progress.at("measuring", done, ticks);
            goesOn = observer.afterTick(done, tickNanos);
        }
        progress.end();
        return new Run(done, nanos, heapBytes, entities, isSeeded && done == ticks && !observer.hasChangedExperiment());
    }

    /** Returns whether to continue. */
    private static boolean warmUp(Experiment experiment, float seconds, Progress progress, TickObserver observer)
            throws IOException {
        long begin = System.nanoTime();
        long warmUpNanos = (long) (seconds * 1e9);
        boolean goesOn = true;
        for (long passed = 0; passed < warmUpNanos && goesOn; passed = System.nanoTime() - begin) {
            experiment.tick();
            progress.atSecond("warming up", (float) (passed / 1e9), seconds);
            goesOn = observer.afterUnmeasuredTick();
        }
        return goesOn;
    }

    /**
     * Formats the time of the ticks, and the speed.
     *
     * @param workers number of threads
     * @param entity the word for an entity
     * @return two lines
     */
    public String speed(int workers, String entity) {
        return String.format(
                Locale.ROOT,
                "ticks      %,d in %.2f s, by %d %s\nspeed      %s ticks a second, %s ns a %s\n",
                ticks,
                nanos / 1e9,
                workers,
                workers == 1 ? "thread" : "threads",
                ratio("%,.1f", ticks * 1e9, nanos),
                ratio("%.2f", nanos, entities),
                entity);
    }

    /** A quotient; a dash if the divisor is 0. */
    private static String ratio(String format, double dividend, long divisor) {
        return divisor == 0 ? "-" : String.format(Locale.ROOT, format, dividend / divisor);
    }

    /**
     * Formats the hash of the final state, and whether the run is repeatable.
     *
     * @param hash hash of the final state
     * @return part of a line
     */
    public String world(long hash) {
        return String.format("%016x", hash) + (repeatable ? " (the same seed gives the same hash)" : "");
    }

    /**
     * Formats the heap allocation of the ticks.
     *
     * @return part of a line
     */
    public String heap() {
        return HeapMeter.isSupported()
                ? String.format(Locale.ROOT, "%,d bytes allocated by the main thread in %,d ticks", heapBytes, ticks)
                : "not measured, as this JVM does not count allocations";
    }

    /**
     * Prints the progress of a long run, at most once a second: a line that is overwritten on a terminal, or else a new
     * line each time.
     */
    public static final class Progress {
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
                String part =
                        isEndless ? "" : String.format(Locale.ROOT, " of %,d (%d %%)", total, 100L * done / total);
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
}
