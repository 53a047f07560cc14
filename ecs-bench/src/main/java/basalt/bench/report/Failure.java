package basalt.bench.report;

/**
 * Something that was to be measured, and failed.
 *
 * @param what its name, with the parameters
 * @param message what went wrong; never null
 */
record Failure(String what, String message) {
    /**
     * A failure.
     *
     * @param what its name, with the parameters
     * @param message what went wrong; null or blank if that is not known
     */
    Failure {
        message = message == null || message.isBlank() ? "no reason was given" : message;
    }
}
