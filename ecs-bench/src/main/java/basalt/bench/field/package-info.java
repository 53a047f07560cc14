/** The same scenes in Basalt, in other entity-component-systems, and in plain Java. The report compares them. */
package basalt.bench.field;
