package basalt.bench.report;

import basalt.bench.engine.Engine;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.openjdk.jmh.util.ListStatistics;

/**
 * The result of a benchmark with one set of parameters.
 *
 * @param benchmark its name below {@code basalt.bench}, as in {@code engine.Move.run}
 * @param parameters its parameters
 * @param nanos times of an operation in nanoseconds, of all iterations of all forks
 * @param bytes heap bytes that an operation allocates, of all iterations; empty if not measured
 */
record Score(String benchmark, Map<String, String> parameters, List<Double> nanos, List<Double> bytes) {
    private static final String ENGINE = "engine";

    /** The median, because some iterations are disturbed on a shared machine. */
    double median() {
        return quantile(nanos, 50);
    }

    double lowerQuartile() {
        return quantile(nanos, 25);
    }

    double upperQuartile() {
        return quantile(nanos, 75);
    }

    /** The median, because the last iteration includes the checks after it. */
    OptionalDouble medianBytes() {
        return bytes.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(quantile(bytes, 50));
    }

    private static double quantile(List<Double> values, double percent) {
        return new ListStatistics(
                        values.stream().mapToDouble(Double::doubleValue).toArray())
                .getPercentile(percent);
    }

    /** The name of the compared engine; null if it does not compare engines. */
    String engine() {
        return parameters.get(ENGINE);
    }

    String className() {
        return benchmark.substring(0, benchmark.lastIndexOf('.'));
    }

    /** The engine or, without one, the method: its column in tables. */
    String column() {
        return engine() != null ? Engine.valueOf(engine()).title() : method();
    }

    String titleWithoutEngine() {
        StringBuilder title = new StringBuilder(className().replaceAll(".*\\.", ""));
        if (!method().equals("run")) {
            title.append(".").append(method());
        }
        parametersWithoutEngine()
                .forEach((name, value) ->
                        title.append(" ").append(name).append("=").append(value));
        return title.toString();
    }

    String method() {
        return benchmark.substring(benchmark.lastIndexOf('.') + 1);
    }

    Map<String, String> parametersWithoutEngine() {
        Map<String, String> others = new TreeMap<>(parameters);
        others.remove(ENGINE);
        return others;
    }
}
