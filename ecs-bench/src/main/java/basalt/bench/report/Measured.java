package basalt.bench.report;

import java.util.OptionalDouble;

/**
 * What one engine came to in one workload.
 *
 * @param workload what was measured
 * @param engine which one
 * @param nanos time of an operation, in nanoseconds
 * @param garbage heap bytes that an operation allocates, the median; empty where that was not measured
 */
record Measured(Workload workload, String engine, Spread nanos, OptionalDouble garbage) {}
