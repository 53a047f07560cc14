package basalt.bench.report;

import java.util.OptionalDouble;

/**
 * The result of an engine in a workload.
 *
 * @param workload the workload
 * @param engine the engine
 * @param nanos time of an operation, in nanoseconds
 * @param garbage median of the heap bytes that an operation allocates; empty if not measured
 */
record Measured(Workload workload, String engine, Spread nanos, OptionalDouble garbage) {}
