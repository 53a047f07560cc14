/** Loops over entities and the entities that they name. */
package basalt.bench.join;
