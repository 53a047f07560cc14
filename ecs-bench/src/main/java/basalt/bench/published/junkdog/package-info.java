/** The entity-system-benchmarks (github.com/junkdog/entity-system-benchmarks) by our own code. */
package basalt.bench.published.junkdog;
