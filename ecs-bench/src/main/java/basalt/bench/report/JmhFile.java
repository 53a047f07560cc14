package basalt.bench.report;

import basalt.bench.ScoreUnit;
import basalt.bench.field.FieldRun;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/** Reads what JMH wrote as JSON: of each benchmark all iterations of all forks. */
final class JmhFile {
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final double NANOS = 1000;

    private JmhFile() {}

    /**
     * Reads a file.
     *
     * @param file what JMH wrote
     * @return what was measured, in the order of the file
     * @throws IOException if it cannot be read, or is not what JMH writes
     */
    static List<Measured> read(Path file) throws IOException {
        List<Measured> all = new ArrayList<>();
        try {
            for (JsonNode run : Json.tree(file)) {
                all.add(measured(run));
            }
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + " is not what JMH writes: " + wrong.getMessage(), wrong);
        }
        return all;
    }

    private static Measured measured(JsonNode run) {
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
        JsonNode time = required(run, "primaryMetric");
        double unit = ScoreUnit.microseconds(required(time, "scoreUnit").asText()) * NANOS;
        JsonNode allocated = run.path("secondaryMetrics").path(ALLOCATED);
        return new Measured(
                new Workload(benchmark.substring(FieldRun.PACKAGE.length()), parameters),
                engine,
                Spread.of(iterations(time, unit)),
                allocated.isMissingNode()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(Spread.of(iterations(allocated, 1)).median()));
    }

    private static double[] iterations(JsonNode metric, double unit) {
        return StreamSupport.stream(required(metric, "rawData").spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.spliterator(), false))
                .mapToDouble(value -> value.asDouble() * unit)
                .toArray();
    }

    private static JsonNode required(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no " + name);
        }
        return value;
    }
}
