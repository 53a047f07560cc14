/** Repeated ticks, which must make no garbage. */
package basalt.bench.steady;
