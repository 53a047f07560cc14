package basalt.model;

import java.util.List;
import java.util.stream.LongStream;

/** Expected sum, min and max, where 7 is the value for no rows. */
final class ModelReduction {
    private static final int PARTIALS = 8;

    private ModelReduction() {}

    static List<Object> of(Part part, int cell, List<ModelEntity> matching) {
        Object zero = part.cells().get(cell).zero();
        if (zero instanceof Boolean) {
            return List.of((int) matching.stream()
                    .filter(entity -> (boolean) entity.get(part, cell))
                    .count());
        }
        if (zero instanceof Float || zero instanceof Double) {
            List<Double> values = matching.stream()
                    .map(entity -> ((Number) entity.get(part, cell)).doubleValue())
                    .toList();
            double min = values.stream().reduce(Math::min).orElse(7.0);
            double max = values.stream().reduce(Math::max).orElse(7.0);
            return zero instanceof Double
                    ? List.of(sum(part, cell, matching), min, max)
                    : List.of(sum(part, cell, matching), (float) min, (float) max);
        }
        return ofIntegers(part, cell, matching, zero instanceof Long);
    }

    private static List<Object> ofIntegers(Part part, int cell, List<ModelEntity> matching, boolean wide) {
        long[] values = matching.stream()
                .mapToLong(entity -> ((Number) entity.get(part, cell)).longValue())
                .toArray();
        long min = LongStream.of(values).min().orElse(7);
        long max = LongStream.of(values).max().orElse(7);
        long sum = LongStream.of(values).sum();
        return wide ? List.of(sum, min, max) : List.of(sum, (int) min, (int) max);
    }

    /** Eight partial sums, by row modulo 8, added in order. */
    private static double sum(Part part, int cell, List<ModelEntity> matching) {
        double[] partials = new double[PARTIALS];
        for (ModelEntity entity : matching) {
            partials[entity.row & PARTIALS - 1] += ((Number) entity.get(part, cell)).doubleValue();
        }
        double total = 0;
        for (double partial : partials) {
            total += partial;
        }
        return total;
    }
}
