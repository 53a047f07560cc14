/** The scenes in Basalt. */
package basalt.bench.field.own;
