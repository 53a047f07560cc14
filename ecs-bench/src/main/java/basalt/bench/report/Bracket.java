package basalt.bench.report;

/**
 * A ratio, and its uncertainty.
 *
 * @param value ratio of the medians
 * @param low smallest ratio of the quartiles
 * @param high largest ratio of the quartiles
 */
record Bracket(double value, double low, double high) {}
