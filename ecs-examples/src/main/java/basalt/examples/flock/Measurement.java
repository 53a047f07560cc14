package basalt.examples.flock;

import java.util.Arrays;
import java.util.Locale;

/** The speed of a sky, in ticks a second in each round. */
record Measurement(Order order, Sky sky, double[] speeds) implements AutoCloseable {
    /** Runs and measures the ticks of a round. */
    void measure(int round, int ticks) {
        long start = System.nanoTime();
        sky.run(ticks);
        speeds[round] = ticks * 1e9 / (System.nanoTime() - start);
    }

    /** The median of all rounds. */
    double median() {
        double[] sorted = speeds.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    /** The median, and the slowest and the fastest round. */
    String speed() {
        double slowest = Arrays.stream(speeds).min().orElseThrow();
        double fastest = Arrays.stream(speeds).max().orElseThrow();
        return String.format(Locale.ROOT, "%,.1f (%,.1f to %,.1f)", median(), slowest, fastest);
    }

    /** A hash of all birds. */
    long hash() {
        return sky.world.stateHash();
    }

    @Override
    public void close() {
        sky.close();
    }
}
