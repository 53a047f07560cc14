package basalt.memory;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * For tests: measures the garbage of rounds of work in a steady state. Early rounds, before the JIT has compiled the
 * work, and single later rounds may make garbage. So the median of several rounds in a row counts.
 */
public final class SteadyRounds {
    /** The number of consecutive rounds for the median. */
    private static final int JUDGED = 5;

    private SteadyRounds() {}

    /**
     * Runs rounds until the median of the last five is small enough.
     *
     * @param most the largest number of rounds
     * @param enough the largest accepted median
     * @param round runs a round and returns its bytes
     * @return the median of the last five rounds, in bytes
     */
    public static long median(int most, long enough, LongSupplier round) {
        long[] last = new long[JUDGED];
        long median = Long.MAX_VALUE;
        for (int i = 0; i < most && median > enough; i++) {
            last[i % JUDGED] = round.getAsLong();
            if (i >= JUDGED - 1) {
                median = median(last);
            }
        }
        return median;
    }

    /** The median of an odd number of values. */
    static long median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
