/**
 * Cases of ecs-benchmark (github.com/noctjs/ecs-benchmark), those of ecs_bench_suite for libraries in JavaScript, as far
 * as {@code basalt.bench.engine} has not got them.
 */
package basalt.bench.published.javascript;
