/** Components and small things that several benchmarks share. */
package basalt.bench.scene;
