/** Schedules: their overhead, the cost of strict mode, and steady ticks, which must make no garbage. */
package basalt.bench.system;
