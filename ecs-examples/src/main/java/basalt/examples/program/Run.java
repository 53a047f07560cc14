package basalt.examples.program;

import java.io.IOException;
import java.util.Locale;

/**
 * A measured run.
 *
 * @param ticks ticks measured
 * @param nanos time that they took, in nanoseconds
 * @param heapBytes what they allocated on the heap
 */
public record Run(int ticks, long nanos, long heapBytes) {
    /**
     * Warms the JVM up for a while, then starts the experiment over, lets it settle for some ticks, and measures some more. So
     * what is measured, and drawn afterwards, does not depend on how long the warm-up was.
     *
     * @param experiment what to run
     * @param seed with which it starts
     * @param warmUpSeconds how long to warm up
     * @param settle how many ticks to let pass then
     * @param ticks how many to measure
     * @param progress whom to tell how far it is
     * @param spectator who looks between the measured ticks, and may end the run
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
        long begin = System.nanoTime();
        long warmUpNanos = (long) (warmUpSeconds * 1e9);
        for (long passed = 0; passed < warmUpNanos; passed = System.nanoTime() - begin) {
            experiment.tick();
            progress.atSecond("warming up", (float) (passed / 1e9), warmUpSeconds);
        }
        experiment.start(seed);
        progress.start();
        for (int tick = 0; tick < settle; tick++) {
            experiment.tick();
            progress.at("settling", tick + 1, settle);
        }
        long nanos = 0;
        long heapBytes = 0;
        int done = 0;
        boolean goesOn = true;
        while (goesOn && done < ticks) {
            long heapBefore = HeapMeter.allocatedBytes();
            long start = System.nanoTime();
            experiment.tick();
            long tickNanos = System.nanoTime() - start;
            nanos += tickNanos;
            heapBytes += HeapMeter.allocatedBytes() - heapBefore;
            done++;
            progress.at("measuring", done, ticks);
            goesOn = spectator.afterTick(done, tickNanos);
        }
        progress.end();
        return new Run(done, nanos, heapBytes);
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
