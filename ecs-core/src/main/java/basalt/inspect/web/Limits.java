package basalt.inspect.web;

/**
 * What browsers may ask of a server.
 *
 * @param readMillis how long a request may take to arrive, and so a connection may be idle
 * @param writeMillis how long a browser may take to receive an answer, or an event of a stream
 * @param requestsPerSecond the most requests in a second
 * @param streams the most streams at a time
 */
public record Limits(int readMillis, int writeMillis, int requestsPerSecond, int streams) {
    /** The limits of an inspector. */
    public static final Limits DEFAULT = new Limits(2_000, 10_000, 200, 8);
}
