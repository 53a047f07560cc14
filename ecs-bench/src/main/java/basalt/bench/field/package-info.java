/** The same scenes in Basalt, in other entity-component-systems, and in plain Java: what a report compares. */
package basalt.bench.field;
