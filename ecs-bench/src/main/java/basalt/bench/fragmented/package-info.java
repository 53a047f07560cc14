/** A kernel over rows of many kinds of entities. */
package basalt.bench.fragmented;
