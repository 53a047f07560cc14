package basalt.bench.report;

/**
 * Something that was to be measured, and failed.
 *
 * @param what its name, with the parameters
 * @param message what went wrong
 */
record Failure(String what, String message) {}
