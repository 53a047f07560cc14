/** Adding and removing components. */
package basalt.bench.structure;
