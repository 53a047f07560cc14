package basalt.bench.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The results in a file that JMH writes with {@code -rf json}. Forks of a benchmark that ran at different times are
 * joined.
 *
 * @param all the results, in the order of the file
 * @param jvms the versions of the JVMs in which they ran
 */
record Scores(List<Score> all, Set<String> jvms) {
    private static final String PACKAGE = "basalt.bench.";
    private static final String ALLOCATED = "gc.alloc.rate.norm";
    private static final Map<String, TimeUnit> UNITS = Map.of(
            "ns/op",
            TimeUnit.NANOSECONDS,
            "us/op",
            TimeUnit.MICROSECONDS,
            "ms/op",
            TimeUnit.MILLISECONDS,
            "s/op",
            TimeUnit.SECONDS);

    static Scores read(Path file) throws IOException {
        Map<String, Score> scores = new LinkedHashMap<>();
        Set<String> jvms = new TreeSet<>();
        try {
            for (JsonNode run : new ObjectMapper().readTree(file.toFile())) {
                jvms.add("JDK " + run.required("jdkVersion").asText() + ", "
                        + run.required("vmName").asText());
                add(run, scores);
            }
        } catch (IllegalArgumentException | IOException wrong) {
            throw new IOException(file + " is not a file of JMH's results: " + wrong.getMessage(), wrong);
        }
        return new Scores(List.copyOf(scores.values()), jvms);
    }

    private static void add(JsonNode run, Map<String, Score> scores) {
        String benchmark = run.required("benchmark").asText().replace(PACKAGE, "");
        Map<String, String> parameters = new TreeMap<>();
        run.path("params")
                .properties()
                .forEach(one -> parameters.put(one.getKey(), one.getValue().asText()));
        Score score = scores.computeIfAbsent(
                benchmark + parameters,
                first -> new Score(benchmark, parameters, new ArrayList<>(), new ArrayList<>()));
        JsonNode time = run.required("primaryMetric");
        addAll(time, nanosIn(time.required("scoreUnit").asText()), score.nanos());
        JsonNode allocated = run.path("secondaryMetrics").path(ALLOCATED);
        if (!allocated.isMissingNode()) {
            addAll(allocated, 1, score.bytes());
        }
    }

    private static double nanosIn(String unit) {
        if (!UNITS.containsKey(unit)) {
            throw new IllegalArgumentException("unknown unit " + unit);
        }
        return UNITS.get(unit).toNanos(1);
    }

    private static void addAll(JsonNode metric, double factor, List<Double> values) {
        for (JsonNode fork : metric.required("rawData")) {
            for (JsonNode iteration : fork) {
                values.add(iteration.asDouble() * factor);
            }
        }
    }

    /** The fastest result of a benchmark whose parameters, as far as it has them, have some of these values. */
    Optional<Score> fastest(String benchmark, Map<String, List<String>> values) {
        return all.stream()
                .filter(score -> score.benchmark().equals(benchmark))
                .filter(score -> score.parameters().entrySet().stream()
                        .allMatch(one -> values.getOrDefault(one.getKey(), List.of(one.getValue()))
                                .contains(one.getValue())))
                .min(Comparator.comparingDouble(Score::median));
    }
}
