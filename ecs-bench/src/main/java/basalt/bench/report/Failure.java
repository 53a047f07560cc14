package basalt.bench.report;

/**
 * A failed measurement.
 *
 * @param what its name, with the parameters
 * @param message the cause; never null
 */
record Failure(String what, String message) {
    /**
     * Creates a failure.
     *
     * @param what its name, with the parameters
     * @param message the cause; null or blank if not known
     */
    Failure {
        message = message == null || message.isBlank() ? "no reason was given" : message;
    }
}
