/** Other entity-component-systems, each used the way that was found fastest for it. */
package basalt.bench.rival;
