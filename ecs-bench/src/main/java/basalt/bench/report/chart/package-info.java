/** Charts as images. They depend on numbers, labels and colours only, not on the report. */
package basalt.bench.report.chart;
