package basalt.bench.report;

import java.util.Arrays;
import java.util.List;

/**
 * Statistics of iterations. The median is the result, as some iterations are disturbed on a shared machine; the
 * quartiles show its uncertainty.
 *
 * @param median the median
 * @param lower the lower quartile
 * @param upper the upper quartile
 * @param count number of values
 */
record Spread(double median, double lower, double upper, int count) {
    /** Computes the statistics; a quartile between two values is interpolated. */
    static Spread of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values must be at least one: values=[]");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Spread(quantile(sorted, 0.5), quantile(sorted, 0.25), quantile(sorted, 0.75), sorted.length);
    }

    /** Like {@link #of(double...)}. */
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
