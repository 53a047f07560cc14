/** Reading and writing single columns of entities in random order. */
package basalt.bench.access;
