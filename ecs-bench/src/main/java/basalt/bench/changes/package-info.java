/** Queries with change filters. */
package basalt.bench.changes;
