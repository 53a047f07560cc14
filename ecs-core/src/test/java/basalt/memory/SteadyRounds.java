package basalt.memory;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
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

    /**
     * Runs rounds of a piece of work until the median of the last five is small enough.
     *
     * @param most the largest number of rounds
     * @param enough the largest accepted median
     * @param times how often a round does the work
     * @return the heap bytes that the calling thread allocates in the median of the last five rounds
     */
    public static long medianBytes(int most, long enough, int times, Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        return median(most, enough, () -> {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < times; i++) {
                work.run();
            }
            return threads.getThreadAllocatedBytes(thread) - before;
        });
    }

    /** The median of an odd number of values. */
    static long median(long... values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
