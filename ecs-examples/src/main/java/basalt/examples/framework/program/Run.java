package basalt.examples.framework.program;

import java.io.IOException;
import java.util.Locale;

/**
 * A measured run.
 *
 * @param ticks ticks measured; fewer than asked for, perhaps none, if the spectator has ended it
 * @param nanos time that they took, in nanoseconds
 * @param heapBytes what they allocated on the heap
 * @param entities how many entities there were after each of them, summed up
 * @param repeatable whether all is as the seed makes it: the spectator has neither changed anything nor ended the run
 */
public record Run(int ticks, long nanos, long heapBytes, long entities, boolean repeatable) {
    /**
     * Warms the JVM up for a while, then starts the experiment over, lets it settle for some ticks, and measures some
     * more. So what is measured, and drawn afterwards, does not depend on how long the warm-up was.
     *
     * @param experiment what to run
     * @param seed with which it starts
     * @param warmUpSeconds how long to warm up
     * @param settle how many ticks to let pass then
     * @param ticks how many to measure
     * @param progress is told how far it is
     * @param spectator looks between the ticks, and may end the run
     * @return the figures
     * @throws IOException if the spectator has a file that cannot be written
     */
    public static Run of(
            Experiment experiment,
            long seed,
            float warmUpSeconds,
            int settle,
            int ticks,
            Progress progress,
            Spectator spectator)
            throws IOException {
        experiment.start(seed);
        boolean goesOn = warmUp(experiment, warmUpSeconds, progress, spectator);
        experiment.start(seed);
        progress.start();
        for (int tick = 0; tick < settle && goesOn; tick++) {
            experiment.tick();
            progress.at("settling", tick + 1, settle);
            goesOn = spectator.afterUnmeasuredTick();
        }
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
            goesOn = spectator.afterTick(done, tickNanos);
        }
        progress.end();
        return new Run(done, nanos, heapBytes, entities, done == ticks && !spectator.hasChangedIt());
    }

    /** Answers whether to go on. */
    private static boolean warmUp(Experiment experiment, float seconds, Progress progress, Spectator spectator)
            throws IOException {
        long begin = System.nanoTime();
        long warmUpNanos = (long) (seconds * 1e9);
        boolean goesOn = true;
        for (long passed = 0; passed < warmUpNanos && goesOn; passed = System.nanoTime() - begin) {
            experiment.tick();
            progress.atSecond("warming up", (float) (passed / 1e9), seconds);
            goesOn = spectator.afterUnmeasuredTick();
        }
        return goesOn;
    }

    /**
     * How long the ticks have taken, and how fast that was, in words.
     *
     * @param workers how many threads there were
     * @param entity what an entity is called
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

    /** A quotient; a dash if there is none. */
    private static String ratio(String format, double dividend, long divisor) {
        return divisor == 0 ? "-" : String.format(Locale.ROOT, format, dividend / divisor);
    }

    /**
     * A hash of the experiment in the end, and what it is worth, in words.
     *
     * @param hash of all that matters
     * @return part of a line
     */
    public String world(long hash) {
        return String.format("%016x", hash) + (repeatable ? " (the same seed gives the same)" : "");
    }

    /**
     * What the ticks have allocated on the heap, in words.
     *
     * @return part of a line
     */
    public String heap() {
        return HeapMeter.isSupported()
                ? String.format(Locale.ROOT, "%,d bytes allocated by the main thread in %,d ticks", heapBytes, ticks)
                : "this JVM does not say what the ticks allocated";
    }
}
