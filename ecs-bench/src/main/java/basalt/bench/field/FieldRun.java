package basalt.bench.field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * A benchmark of the field, with the values of its parameters and the length of the measurement, as a command line for
 * JMH. Each combination of values has its own forks.
 *
 * @param benchmark its name below {@code basalt.bench.field}, as in {@code SimpleIter.run}
 * @param parameters the values of its parameters; parameters that are not named take all their values
 * @param forks number of JVMs, in sequence, for each combination
 * @param warmupIterations number of warm-up iterations
 * @param iterations number of measured iterations
 * @param milliseconds length of an iteration; 0 for a single shot
 * @param jvmArguments arguments of the JVM, instead of the common ones; empty for the common ones
 */
public record FieldRun(
        String benchmark,
        Map<String, List<String>> parameters,
        int forks,
        int warmupIterations,
        int iterations,
        int milliseconds,
        List<String> jvmArguments) {
    /** The parameter that all benchmarks have: the engine. */
    public static final String ENGINE = "engine";

    /** The common prefix of the names of all benchmarks. */
    public static final String PACKAGE = FieldRun.class.getPackageName() + ".";

    private static final double START_SECONDS = 1.7;
    private static final double SHOT_SECONDS = 0.33;

    FieldRun with(String parameter, List<String> values) {
        Map<String, List<String>> all = new LinkedHashMap<>(parameters);
        all.put(parameter, List.copyOf(values));
        return new FieldRun(
                benchmark,
                Collections.unmodifiableMap(all),
                forks,
                warmupIterations,
                iterations,
                milliseconds,
                jvmArguments);
    }

    FieldRun with(String parameter, String... values) {
        return with(parameter, List.of(values));
    }

    FieldRun withJvmArguments(String... arguments) {
        return new FieldRun(
                benchmark, parameters, forks, warmupIterations, iterations, milliseconds, List.of(arguments));
    }

    /**
     * Changes the number of JVMs.
     *
     * @param number number of JVMs, in sequence
     * @return a changed copy
     */
    public FieldRun withForks(int number) {
        return new FieldRun(benchmark, parameters, number, warmupIterations, iterations, milliseconds, jvmArguments);
    }

    /**
     * Returns the command line for {@code org.openjdk.jmh.Main}. The gc profiler is on, except for single shots, as it
     * would include their preparation. It includes the final checks in the last iteration, so use the median.
     *
     * @return the arguments
     */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add(pattern());
        parameters.forEach((name, values) -> {
            arguments.add("-p");
            arguments.add(name + "=" + String.join(",", values));
        });
        arguments.addAll(List.of("-foe", "true", "-f", Integer.toString(forks)));
        arguments.addAll(List.of("-wi", Integer.toString(warmupIterations), "-i", Integer.toString(iterations)));
        if (milliseconds > 0) {
            arguments.addAll(List.of("-prof", "gc", "-w", milliseconds + "ms", "-r", milliseconds + "ms"));
        }
        if (!jvmArguments.isEmpty()) {
            arguments.addAll(List.of("-jvmArgsAppend", String.join(" ", jvmArguments)));
        }
        return arguments;
    }

    /**
     * Splits the run into one for each combination of parameter values. The engine varies fastest, so engines that are
     * compared run close together.
     *
     * @return runs with one value for each parameter
     * @throws IllegalArgumentException if there is no such benchmark
     */
    public List<FieldRun> combinations() {
        Map<String, List<String>> values = new TreeMap<>();
        entry().getParams().orElse(Map.of()).forEach((name, all) -> values.put(name, List.of(all)));
        values.putAll(parameters);
        List<String> names = new ArrayList<>(values.keySet());
        names.sort(Comparator.comparing((String name) -> name.equals(ENGINE)).thenComparing(Comparator.naturalOrder()));
        List<FieldRun> runs = List.of(
                new FieldRun(benchmark, Map.of(), forks, warmupIterations, iterations, milliseconds, jvmArguments));
        for (String name : names) {
            runs = runs.stream()
                    .flatMap(run -> values.get(name).stream().map(value -> run.with(name, value)))
                    .toList();
        }
        return runs;
    }

    private BenchmarkListEntry entry() {
        return BenchmarkList.defaultList()
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        List.of(pattern()),
                        List.of())
                .stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no benchmark " + benchmark));
    }

    private String pattern() {
        return "^" + (PACKAGE + benchmark).replace(".", "\\.") + "$";
    }

    /**
     * Estimates the time of one combination. A single shot with its preparation counts as a third of a second.
     *
     * @return seconds, for all its forks
     */
    public double seconds() {
        double iteration = milliseconds == 0 ? SHOT_SECONDS : milliseconds / 1000.0;
        return forks * (START_SECONDS + (warmupIterations + iterations) * iteration);
    }

    /**
     * Returns the name with the parameters.
     *
     * @return as in {@code SimpleIter.run engine=basalt}
     */
    public String title() {
        return benchmark
                + parameters.entrySet().stream()
                        .map(parameter -> " " + parameter.getKey() + "=" + String.join(",", parameter.getValue()))
                        .collect(Collectors.joining());
    }
}
