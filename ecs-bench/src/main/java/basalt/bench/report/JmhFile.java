package basalt.bench.report;

import basalt.bench.ScoreUnit;
import basalt.bench.field.FieldRun;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * Reads JMH's results in JSON: all iterations of all forks of each benchmark, whether JMH ran the forks together or one
 * by one.
 */
final class JmhFile {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final double NANOS = 1000;

    private JmhFile() {}

    /**
     * Reads a file.
     *
     * @param file a file of JMH results
     * @return the results, in the order of the file
     * @throws IOException if it cannot be read, or is not a file of JMH results
     */
    static List<Measured> read(Path file) throws IOException {
        Map<String, Forks> all = new LinkedHashMap<>();
        try {
            for (JsonNode run : Json.tree(file)) {
                add(all, run);
            }
        } catch (IllegalArgumentException | JsonProcessingException wrong) {
            throw new IOException(file + " is not a file of JMH results: " + wrong.getMessage(), wrong);
        }
        return all.values().stream().map(Forks::measured).toList();
    }

    /** The results of a benchmark so far: its parameters, and the values of the iterations. */
    private record Forks(Workload workload, String engine, List<Double> nanos, List<Double> garbage) {
        Measured measured() {
            return new Measured(
                    workload,
                    engine,
                    Spread.of(nanos),
                    garbage.isEmpty()
                            ? OptionalDouble.empty()
                            : OptionalDouble.of(Spread.of(garbage).median()));
        }
    }

    private static void add(Map<String, Forks> all, JsonNode run) {
        String benchmark = required(run, "benchmark").asText();
        if (!benchmark.startsWith(FieldRun.PACKAGE)) {
            throw new IllegalArgumentException("not a benchmark of this report: " + benchmark);
        }
        Map<String, String> parameters = new TreeMap<>();
        required(run, "params")
                .properties()
                .forEach(
                        value -> parameters.put(value.getKey(), value.getValue().asText()));
        String engine = parameters.remove(FieldRun.ENGINE);
        if (engine == null) {
            throw new IllegalArgumentException("no engine: " + benchmark);
        }
        Workload workload = new Workload(benchmark.substring(FieldRun.PACKAGE.length()), parameters);
        JsonNode time = required(run, "primaryMetric");
        double unit = ScoreUnit.microseconds(required(time, "scoreUnit").asText()) * NANOS;
        Forks forks = all.computeIfAbsent(
                workload + " " + engine, name -> new Forks(workload, engine, new ArrayList<>(), new ArrayList<>()));
        forks.nanos().addAll(iterations(time, unit));
        JsonNode allocated = run.path("secondaryMetrics").path(ALLOCATED);
        if (!allocated.isMissingNode()) {
            forks.garbage().addAll(iterations(allocated, 1));
        }
    }

    private static List<Double> iterations(JsonNode metric, double unit) {
        return StreamSupport.stream(required(metric, "rawData").spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.spliterator(), false))
                .map(value -> value.asDouble() * unit)
                .toList();
    }

    private static JsonNode required(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name);
        }
        return value;
    }
}
