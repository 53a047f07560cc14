/** Loops over the rows of a query, beside the same loops over arrays. */
package basalt.bench.loop;
