/** The objects that are components in those engines which keep components as objects. */
package basalt.bench.field.part;
