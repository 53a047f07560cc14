package basalt.system;

import java.util.Arrays;

/**
 * Statistics of one measured value over several runs. All are 0 if there was no run.
 *
 * @param last the newest value
 * @param min the least value
 * @param median the middle value by size; of an even number of runs, the lower of the two in the middle
 * @param mean the mean
 * @param max the greatest value
 */
public record SampleStats(long last, long min, long median, double mean, long max) {
    private static final SampleStats NONE = new SampleStats(0, 0, 0, 0, 0);

    /** The statistics of values from the oldest to the newest. */
    static SampleStats of(long[] values) {
        if (values.length == 0) {
            return NONE;
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(values).average().orElseThrow();
        int last = values.length - 1;
        return new SampleStats(values[last], sorted[0], sorted[last / 2], mean, sorted[last]);
    }
}
