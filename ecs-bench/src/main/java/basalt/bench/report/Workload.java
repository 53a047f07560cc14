package basalt.bench.report;

import basalt.bench.field.FieldRun;
import basalt.bench.field.NativeRun;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A benchmark and its parameters, except the engine.
 *
 * @param benchmark its name below {@code basalt.bench.field}, as in {@code SimpleIter.run}
 * @param parameters by name
 */
record Workload(String benchmark, Map<String, String> parameters) {
    Workload {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** The workload of a run with a single value for each parameter. */
    static Workload of(FieldRun run) {
        Map<String, String> parameters = new TreeMap<>();
        run.parameters().forEach((name, values) -> parameters.put(name, values.get(0)));
        parameters.remove(FieldRun.ENGINE);
        return new Workload(run.benchmark(), parameters);
    }

    static Workload of(NativeRun run) {
        return new Workload(run.benchmark(), run.parameters());
    }

    static Workload of(String benchmark, String... namesAndValues) {
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            parameters.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Workload(benchmark, parameters);
    }

    /** Number of entities, or of entities of each kind. */
    int entities() {
        return Integer.parseInt(parameters.getOrDefault("entities", "0"));
    }

    /** Its name, and the parameters that differ from the defaults. */
    String title() {
        StringBuilder title = new StringBuilder(WorkloadName.of(benchmark));
        if (entities() > 0) {
            int kinds = WorkloadName.kinds(benchmark);
            title.append(kinds == 1 ? ", " : ", " + kinds + " x ")
                    .append(String.format(Locale.ROOT, "%,d", entities()));
        }
        if (parameters.containsKey("percent")) {
            title.append(", ").append(parameters.get("percent")).append(" %");
        }
        if ("REUSED".equals(parameters.get("world"))) {
            title.append(", world used before");
        }
        return title.toString();
    }
}
