/** The scenes in Zay-ES. */
package basalt.bench.field.zayes;
