/**
 * Reading and writing single columns of entities: in random order by handle, and in ascending order by checked rows.
 */
package basalt.bench.access;
