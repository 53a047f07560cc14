/** The heavy_compute of ecs_bench_suite: much work for each of few rows. */
package basalt.bench.heavy;
