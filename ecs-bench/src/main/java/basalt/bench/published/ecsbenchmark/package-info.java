/**
 * Creating, destroying, reading and changing entities as in ecs_benchmark (github.com/abeimler/ecs_benchmark), whose
 * systems are in {@code basalt.bench.seven}.
 */
package basalt.bench.published.ecsbenchmark;
