/** The scenes in Dominion. */
package basalt.bench.field.dominion;
