/**
 * The common use cases of friflo/ECS.CSharp.Benchmark-common-use-cases, in Basalt, artemis-odb, Dominion and Ashley,
 * with the same components and numbers.
 */
package basalt.bench.published.friflo;
