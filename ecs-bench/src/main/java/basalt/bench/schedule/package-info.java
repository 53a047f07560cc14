/** The schedule of ecs_bench_suite: systems that swap components. */
package basalt.bench.schedule;
