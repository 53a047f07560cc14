/** Structural changes that are recorded first and made later. */
package basalt.bench.commands;
