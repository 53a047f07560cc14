/** The scenes in Ashley. */
package basalt.bench.field.ashley;
