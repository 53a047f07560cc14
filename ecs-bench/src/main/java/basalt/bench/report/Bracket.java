package basalt.bench.report;

/**
 * A ratio, and how far it can be trusted.
 *
 * @param value of the medians
 * @param low of the quartiles that make it smallest
 * @param high of the quartiles that make it largest
 */
record Bracket(double value, double low, double high) {}
