/**
 * Reading and writing single columns of entities: in random order by handle, and in ascending order by rows that are
 * checked.
 */
package basalt.bench.access;
