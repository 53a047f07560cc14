/** A kernel over many rows, beside the same loop over arrays. */
package basalt.bench.iteration;
