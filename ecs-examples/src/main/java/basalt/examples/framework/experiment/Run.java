package basalt.examples.framework.experiment;

import basalt.world.WorldStatistics;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;

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
    private static final String SUMMARY = """
            ticks      %,d in %.2f s, by %d %s
            speed      %s ticks a second, %s ns a %s
            off heap   %,d bytes reserved, of which columns use %,d
            on heap    %,d bytes allocated by the main thread in %,d ticks
            world      %016x%s
            JDK        %s (%s)
            """;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /**
     * Warms the JVM up, restarts the experiment, lets it settle for some ticks, and then measures. The restart makes
     * the measured world, and its picture, independent of the length of the warm-up.
     *
     * @param experiment the experiment
     * @param seed seed of each start
     * @param warmUpSeconds length of the warm-up
     * @param settle number of ticks to run after the restart, before measuring
     * @param ticks number of ticks to measure
     * @param observer is called after each tick, and can end the run
     * @return the result
     * @throws IOException if the observer has a file that cannot be written
     */
    public static Run of(
            Experiment experiment, long seed, float warmUpSeconds, int settle, int ticks, TickObserver observer)
            throws IOException {
        experiment.start(seed);
        boolean goesOn = warmUp(experiment, warmUpSeconds, observer);
        experiment.start(seed);
        for (int tick = 0; tick < settle && goesOn; tick++) {
            experiment.tick();
            goesOn = observer.afterUnmeasuredTick();
        }
        return measured(experiment, goesOn ? ticks : 0, goesOn, observer);
    }

    /**
     * Measures an experiment that has been loaded from a file.
     *
     * @param experiment the experiment
     * @param ticks number of ticks to measure
     * @param observer is called after each tick, and can end the run
     * @return the result; not repeatable from a seed
     * @throws IOException if the observer has a file that cannot be written
     */
    public static Run on(Experiment experiment, int ticks, TickObserver observer) throws IOException {
        return measured(experiment, ticks, false, observer);
    }

    private static Run measured(Experiment experiment, int ticks, boolean isSeeded, TickObserver observer)
            throws IOException {
        boolean goesOn = true;
        long nanos = 0;
        long heapBytes = 0;
        long entities = 0;
        int done = 0;
        while (goesOn && done < ticks) {
            long heapBefore = THREADS.getCurrentThreadAllocatedBytes();
            long start = System.nanoTime();
            experiment.tick();
            long tickNanos = System.nanoTime() - start;
            nanos += tickNanos;
            heapBytes += THREADS.getCurrentThreadAllocatedBytes() - heapBefore;
            entities += experiment.population();
            done++;
            goesOn = observer.afterTick(done, tickNanos);
        }
        return new Run(done, nanos, heapBytes, entities, isSeeded && done == ticks && !observer.hasChangedExperiment());
    }

    /** Returns whether to continue. */
    private static boolean warmUp(Experiment experiment, float seconds, TickObserver observer) throws IOException {
        long begin = System.nanoTime();
        long warmUpNanos = (long) (seconds * 1e9);
        boolean goesOn = true;
        for (long passed = 0; passed < warmUpNanos && goesOn; passed = System.nanoTime() - begin) {
            experiment.tick();
            goesOn = observer.afterUnmeasuredTick();
        }
        return goesOn;
    }

    /** Formats what was measured, and the world after the last tick. */
    String summary(Experiment experiment, int workers, String entity) {
        WorldStatistics.Memory memory = experiment.world().statistics().memory();
        return String.format(
                Locale.ROOT,
                SUMMARY,
                ticks,
                nanos / 1e9,
                workers,
                workers == 1 ? "thread" : "threads",
                ratio("%,.1f", ticks * 1e9, nanos),
                ratio("%.2f", nanos, entities),
                entity,
                memory.reservedBytes(),
                memory.columnBytes(),
                heapBytes,
                ticks,
                experiment.hash(),
                repeatable ? " (the same seed gives the same hash)" : "",
                Runtime.version(),
                System.getProperty("java.vm.name"));
    }

    /** A quotient; a dash if the divisor is 0. */
    private static String ratio(String format, double dividend, long divisor) {
        return divisor == 0 ? "-" : String.format(Locale.ROOT, format, dividend / divisor);
    }
}
