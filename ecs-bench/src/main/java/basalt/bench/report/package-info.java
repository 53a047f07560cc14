/**
 * The report: runs the benchmarks of the {@code field}, keeps what they measured, and makes pages, tables and charts of
 * it.
 */
package basalt.bench.report;
