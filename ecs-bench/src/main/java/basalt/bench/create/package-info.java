/** Creating entities. */
package basalt.bench.create;
