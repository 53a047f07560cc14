/** No entity-component-system at all: arrays, one for each field, and objects in a list. */
package basalt.bench.field.plain;
