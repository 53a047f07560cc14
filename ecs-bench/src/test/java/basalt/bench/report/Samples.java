package basalt.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A file of JMH's results. */
final class Samples {
    private final List<String> runs = new ArrayList<>();

    /** Adds a fork: a benchmark, its parameters as in {@code engine=C entities=10}, and times in microseconds. */
    Samples add(String benchmark, String parameters, double... micros) {
        return add(benchmark, parameters, "us/op", "", micros);
    }

    /** Adds a fork with the garbage of its one iteration. */
    Samples addWithBytes(String benchmark, String parameters, double micros, double bytes) {
        String metric = "\"gc.alloc.rate.norm\": {\"rawData\": [[" + bytes + "]]}";
        return add(benchmark, parameters, "us/op", metric, micros);
    }

    Samples add(String benchmark, String parameters, String unit, String secondary, double... times) {
        String pairs = parameters.isEmpty()
                ? ""
                : Arrays.stream(parameters.split(" "))
                        .map(pair -> "\"" + pair.replace("=", "\": \"") + "\"")
                        .collect(Collectors.joining(", "));
        runs.add("""
                {"benchmark": "basalt.bench.%s", "jdkVersion": "25", "vmName": "VM", "params": {%s},
                "primaryMetric": {"scoreUnit": "%s", "rawData": [%s]}, "secondaryMetrics": {%s}}""".formatted(benchmark, pairs, unit, Arrays.toString(times), secondary));
        return this;
    }

    Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve("jmh.json"), "[" + String.join(",\n", runs) + "]");
    }

    Scores scores(Path folder) throws IOException {
        return Scores.read(write(folder));
    }
}
