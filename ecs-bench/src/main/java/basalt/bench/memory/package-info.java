/** The cost of allocating, using and freeing memory. */
package basalt.bench.memory;
