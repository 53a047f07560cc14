package basalt.bench.field;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One benchmark of the field, with the values of its parameters and how long to measure: a command line for JMH. Each
 * combination of values has its forks for itself.
 *
 * @param benchmark its name below {@code basalt.bench.field}, as in {@code SimpleIter.run}
 * @param parameters the values of its parameters; those that are not named take all their values
 * @param forks how many JVMs, one after the other, for each combination
 * @param warmupIterations how many iterations before measuring
 * @param iterations how many measured iterations
 * @param milliseconds how long an iteration takes; 0 if it is a single shot
 * @param jvmArguments arguments of the JVM, instead of those that all benchmarks share; empty for these
 */
public record FieldRun(
        String benchmark,
        Map<String, List<String>> parameters,
        int forks,
        int warmupIterations,
        int iterations,
        int milliseconds,
        List<String> jvmArguments) {
    private static final String PACKAGE = FieldRun.class.getPackageName() + ".";

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
     * Returns the command line for {@code org.openjdk.jmh.Main}. The gc profiler is on, but for single shots, whose
     * preparation it would count. It also charges the last iteration with the checks that follow: take the median.
     *
     * @return the arguments
     */
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        arguments.add("^" + (PACKAGE + benchmark).replace(".", "\\.") + "$");
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
}
