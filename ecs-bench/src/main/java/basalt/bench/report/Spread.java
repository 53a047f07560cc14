package basalt.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * What iterations came to. The median is what counts, because on a shared machine some iterations are disturbed; the
 * quartiles say how far it can be trusted.
 *
 * @param median half of the values lie below it
 * @param lower a quarter of the values lies below it
 * @param upper a quarter of the values lies above it
 * @param count how many values there are
 */
record Spread(double median, double lower, double upper, int count) {
    /** Sums values up; a quartile between two of them is interpolated. */
    static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must be at least one: values=[]");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), sorted.length);
    }

    /** As {@link #of(double...)}. */
    static Spread of(List<Double> values) {
        return of(values.stream().mapToDouble(value -> value).toArray());
    }

    private static double quantile(double[] sorted, double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
