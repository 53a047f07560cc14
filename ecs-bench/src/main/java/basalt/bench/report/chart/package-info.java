/** Charts as images: they know numbers, labels and colours, and nothing of what these stand for. */
package basalt.bench.report.chart;
