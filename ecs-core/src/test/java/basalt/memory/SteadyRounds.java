package basalt.memory;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * For tests: how much garbage rounds of work make in their steady state. The JIT takes its time, so early rounds may
 * make garbage that later ones do not, and any single round may. So the median of several rounds in a row is judged.
 */
public final class SteadyRounds {
    /** How many rounds in a row are judged. */
    private static final int JUDGED = 5;

    private SteadyRounds() {}

    /**
     * Runs rounds until the median of the last five is small enough.
     *
     * @param most after how many rounds it gives up
     * @param enough the largest median that is small enough
     * @param round runs a round, and tells its bytes
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
