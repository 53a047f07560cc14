package basalt.system;

import java.util.Arrays;

/**
 * What became of a figure over several runs. All is 0 if there was none.
 *
 * @param last the newest one
 * @param min the least
 * @param median the middle one by size; of an even number of runs, the lower of the two in the middle
 * @param mean the mean
 * @param max the most
 */
public record Spread(long last, long min, long median, double mean, long max) {
    private static final Spread NONE = new Spread(0, 0, 0, 0, 0);

    /** Of values from the oldest to the newest one. */
    static Spread of(long[] values) {
        if (values.length == 0) {
            return NONE;
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        double mean = Arrays.stream(values).average().orElseThrow();
        int last = values.length - 1;
        return new Spread(values[last], sorted[0], sorted[last / 2], mean, sorted[last]);
    }
}
