/** Ticks that repeat: they must leave no garbage. */
package basalt.bench.steady;
