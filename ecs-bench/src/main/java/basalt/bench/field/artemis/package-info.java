/** The scenes in artemis-odb. */
package basalt.bench.field.artemis;
