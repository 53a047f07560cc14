package basalt.bench.field;

import java.util.Map;

/**
 * What the loops in C are to measure, and beside which benchmark that stands.
 *
 * @param benchmark the benchmark's name below {@code basalt.bench.field}
 * @param parameters its parameters but the engine
 * @param workload the workload's name in {@code field.c}
 * @param entities how many entities, or of each kind
 * @param movingPercent how many in a hundred have a velocity
 */
public record NativeRun(
        String benchmark, Map<String, String> parameters, String workload, int entities, int movingPercent) {
    /** The name that the engine has in the report. */
    public static final String ENGINE = "c";
}
