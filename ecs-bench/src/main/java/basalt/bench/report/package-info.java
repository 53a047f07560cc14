/**
 * Makes a report of JMH's results: tables, ratios with their bounds, and a picture.
 *
 * <pre>
 * runs.txt, ratios.txt   resources: what is measured, what is compared
 * Report                 the program
 * CommandLine, Runs      runs JMH, and writes its results as JSON
 * Score, Scores          reads them
 * Comparison, Ratio      compares them
 * Tables, Overview       shows them
 * Figures                formats numbers
 * </pre>
 */
package basalt.bench.report;
