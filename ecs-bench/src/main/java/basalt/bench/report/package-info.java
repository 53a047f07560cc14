/** The report: runs the benchmarks of the {@code field}, saves the results, and creates the page, tables and charts. */
package basalt.bench.report;
