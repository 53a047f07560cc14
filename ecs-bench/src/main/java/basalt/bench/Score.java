package basalt.bench;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of a benchmark with one set of parameters.
 *
 * @param benchmark its name below this package
 * @param parameters its parameters
 * @param microseconds time of an operation: the median of the iterations, as some are disturbed on a shared machine
 * @param error half the width of the 99.9 percent confidence interval of the mean, in microseconds
 * @param bytes heap bytes allocated by an operation, if measured: the median of the iterations, as the last one
 *     includes the checks after it
 */
record Score(
        String benchmark, Map<String, String> parameters, double microseconds, double error, OptionalDouble bytes) {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    static Score of(RunResult run) {
        BenchmarkParams of = run.getParams();
        Map<String, String> parameters = new TreeMap<>();
        for (Object key : of.getParamsKeys()) {
            parameters.put((String) key, of.getParam((String) key));
        }
        Result<?> time = run.getPrimaryResult();
        double factor = ScoreUnit.microseconds(time.getScoreUnit());
        Result<?> allocated = run.getSecondaryResults().get(ALLOCATED);
        return new Score(
                of.getBenchmark().substring(Stage.ROOT.length()),
                parameters,
                median(time) * factor,
                time.getScoreError() * factor,
                allocated == null ? OptionalDouble.empty() : OptionalDouble.of(median(allocated)));
    }

    /** Formats a time with three significant digits. */
    static String render(double microseconds) {
        if (microseconds < 1) {
            return Digits.three(microseconds * 1e3) + " ns";
        }
        return Digits.three(microseconds) + " us";
    }

    private static double median(Result<?> result) {
        return result.getStatistics().getPercentile(50);
    }

    /** The benchmark and its parameters. */
    String name() {
        return benchmark
                + parameters.entrySet().stream()
                        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        String spread = Double.isNaN(error) ? "" : " +- " + render(error);
        return name() + ": " + render(microseconds) + spread;
    }
}
