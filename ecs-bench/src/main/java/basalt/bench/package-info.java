/**
 * The benchmarks' main class and what it prints; the benchmarks themselves lie below, one package for each operation.
 */
package basalt.bench;
