/** Other entity-component-systems, each used in its fastest known way. */
package basalt.bench.rival;
