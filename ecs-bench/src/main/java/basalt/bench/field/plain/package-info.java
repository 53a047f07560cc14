/** References without an entity-component-system: an array for each field, and objects in a list. */
package basalt.bench.field.plain;
