/**
 * The single operations of SanderMertens/ecs_benchmark, the benchmarks of flecs, in Basalt, artemis-odb, Dominion and
 * Ashley, with the same numbers.
 */
package basalt.bench.published.flecs;
