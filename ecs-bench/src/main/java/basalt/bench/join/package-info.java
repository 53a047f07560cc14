/** Loops over pairs of entities that are linked by handles. */
package basalt.bench.join;
