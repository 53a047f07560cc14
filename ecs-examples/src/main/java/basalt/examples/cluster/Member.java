package basalt.examples.cluster;

/**
 * A node's place in the network. It uses six ports from the given one on:
 *
 * <pre>
 *   port      players (ingress)          port + 3  a follower that catches up
 *   port + 1  consensus                  port + 4  the archive
 *   port + 2  the log                    port + 5  the log's receivers
 * </pre>
 *
 * @param id number of the node, from 0
 * @param host its host name or address
 * @param port its first port
 */
record Member(int id, String host, int port) {
    private static final int CONSENSUS = 1;
    private static final int LOG = 2;
    private static final int CATCH_UP = 3;
    private static final int ARCHIVE = 4;
    private static final int LOG_CONTROL = 5;

    /** Reads {@code host:port}. */
    static Member parse(int id, String text) {
        int colon = text.lastIndexOf(':');
        try {
            return new Member(id, text.substring(0, Math.max(0, colon)), Integer.parseInt(text.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a member must be host:port: \"" + text + "\"", e);
        }
    }

    String ingress() {
        return endpoint(0);
    }

    String consensus() {
        return endpoint(CONSENSUS);
    }

    String archive() {
        return endpoint(ARCHIVE);
    }

    String logControl() {
        return endpoint(LOG_CONTROL);
    }

    /** All endpoints, in the order in which Aeron wants them. */
    String endpoints() {
        return String.join(",", ingress(), consensus(), endpoint(LOG), endpoint(CATCH_UP), archive());
    }

    private String endpoint(int offset) {
        return host + ":" + (port + offset);
    }
}
