/** Queries that look for what has changed. */
package basalt.bench.changes;
