/** The heavy_compute of ecs_bench_suite: much work per row, few rows. */
package basalt.bench.heavy;
