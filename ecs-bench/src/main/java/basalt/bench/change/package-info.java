/** Structural changes, commands, and queries for what has changed. */
package basalt.bench.change;
