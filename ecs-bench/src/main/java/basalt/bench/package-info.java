/** The main class of the benchmarks, and its output. The benchmarks are in subpackages, one per operation. */
package basalt.bench;
