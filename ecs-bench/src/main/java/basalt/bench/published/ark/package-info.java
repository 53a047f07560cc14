/**
 * The benchmarks of mlange-42/go-ecs-benchmarks, by the author of Ark, in Basalt, artemis-odb, Dominion and Ashley,
 * with the same components and numbers.
 */
package basalt.bench.published.ark;
