package basalt.model;

import java.util.List;
import java.util.function.BinaryOperator;
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
        if (zero instanceof Float) {
            BinaryOperator<Float> min = Math::min;
            BinaryOperator<Float> max = Math::max;
            List<Float> values = matching.stream()
                    .map(entity -> (float) entity.get(part, cell))
                    .toList();
            return List.of(
                    sum(part, cell, matching),
                    values.stream().reduce(min).orElse(7f),
                    values.stream().reduce(max).orElse(7f));
        }
        if (zero instanceof Double) {
            BinaryOperator<Double> min = Math::min;
            BinaryOperator<Double> max = Math::max;
            List<Double> values = matching.stream()
                    .map(entity -> (double) entity.get(part, cell))
                    .toList();
            return List.of(
                    sum(part, cell, matching),
                    values.stream().reduce(min).orElse(7.0),
                    values.stream().reduce(max).orElse(7.0));
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
