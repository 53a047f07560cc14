/** Grids of positions. */
package basalt.bench.space;
