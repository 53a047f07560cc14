package basalt.bench;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One benchmark and the parameters to run it with.
 *
 * @param benchmark its name below this package, as in {@code iteration.TwoFieldIteration.kernel}
 * @param parameters selected values of parameters; other parameters take all their values
 */
record Stage(String benchmark, Map<String, List<String>> parameters) {
    /** Name of this package. */
    static final String ROOT = Stage.class.getPackageName() + ".";

    static Stage of(String benchmark) {
        return new Stage(benchmark, Map.of());
    }

    Stage with(String parameter, String... values) {
        Map<String, List<String>> all = new LinkedHashMap<>(parameters);
        all.put(parameter, List.of(values));
        return new Stage(benchmark, Collections.unmodifiableMap(all));
    }

    /** Whether an iteration is a single shot without a duration. */
    boolean isSingleShot() {
        return benchmark.contains("Million");
    }

    /** Whether its promise has a narrow limit, so it needs several JVMs with different memory addresses. */
    boolean isCompared() {
        return benchmark.contains("FieldIteration")
                || benchmark.startsWith("fragmented.")
                || benchmark.startsWith("schedule.")
                || benchmark.startsWith("heavy.")
                || benchmark.startsWith("arrange.FewMatches.")
                || benchmark.startsWith("arrange.Pathological.")
                || benchmark.startsWith("overhead.ScheduleOverhead.smallWorld");
    }

    /** Whether its promise is about garbage. */
    boolean isAboutGarbage() {
        return benchmark.startsWith("steady.");
    }

    /** Whether its operations take so long that it needs longer iterations. */
    boolean isSlow() {
        return benchmark.equals("steady.SteadyTick.schedule");
    }

    @Override
    public String toString() {
        return benchmark
                + parameters.entrySet().stream()
                        .map(parameter -> " " + parameter.getKey() + "=" + String.join(",", parameter.getValue()))
                        .collect(Collectors.joining());
    }
}
