/** A kernel over rows that are scattered over many kinds of entity. */
package basalt.bench.fragmented;
