/** Destroying entities. */
package basalt.bench.destroy;
