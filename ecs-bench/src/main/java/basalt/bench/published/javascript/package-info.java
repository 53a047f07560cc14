/** ecs-benchmark (github.com/noctjs/ecs-benchmark): the cases of ecs_bench_suite for libraries in JavaScript. */
package basalt.bench.published.javascript;
