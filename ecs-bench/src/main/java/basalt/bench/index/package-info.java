/** Indexes over columns. */
package basalt.bench.index;
