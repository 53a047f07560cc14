package basalt.bench.field;

import java.util.Map;

/**
 * A measurement by the loops in C, and the benchmark to which it belongs.
 *
 * @param benchmark the benchmark's name below {@code basalt.bench.field}
 * @param parameters its parameters but the engine
 * @param workload the workload's name in {@code field.c}
 * @param entities number of entities, or of entities of each kind
 * @param movingPercent percentage of entities with a velocity
 */
public record NativeRun(
        String benchmark, Map<String, String> parameters, String workload, int entities, int movingPercent) {
    /** The name that the engine has in the report. */
    public static final String ENGINE = "c";
}
