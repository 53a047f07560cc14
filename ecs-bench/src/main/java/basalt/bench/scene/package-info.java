/** Components and helpers that several benchmarks share. */
package basalt.bench.scene;
