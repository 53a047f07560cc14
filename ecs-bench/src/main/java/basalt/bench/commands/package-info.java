/** Structural changes that are recorded first and applied later. */
package basalt.bench.commands;
