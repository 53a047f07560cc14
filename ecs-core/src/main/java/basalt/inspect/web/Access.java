package basalt.inspect.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Who may use the interface: whoever knows the token, and whose request was meant for this server. A page of another
 * site that a browser shows can send requests here, but knows no token; its {@code Origin} is refused besides. A name
 * that another site lets point here is refused by {@code Host}: it must be an address, {@code localhost}, or the name
 * that the server was given.
 */
final class Access {
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.%]+\\]");

    private final byte[] token;
    private final String hostName;

    Access(String token, String hostName) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.hostName = hostName.toLowerCase(Locale.ROOT);
    }

    /** Throws unless the request was meant for this server, and comes from no other site's page. */
    void requireHere(Connection connection) {
        String host = connection.header("Host");
        if (host == null || !isHere(host)) {
            throw new ApiException(403, "this server is not called " + host);
        }
        String origin = connection.header("Origin");
        if (origin != null && !origin.equalsIgnoreCase("http://" + host)) {
            throw new ApiException(403, "pages of " + origin + " may not use this server");
        }
    }

    private boolean isHere(String host) {
        int colon = host.lastIndexOf(':');
        String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
        return ADDRESS.matcher(name).matches()
                || name.equalsIgnoreCase("localhost")
                || name.toLowerCase(Locale.ROOT).equals(hostName);
    }

    /** Throws unless the request has the token. */
    void requireToken(Connection connection, Parameters parameters) {
        String header = connection.header("Authorization");
        String given = header != null && header.startsWith("Bearer ")
                ? header.substring("Bearer ".length()).trim()
                : parameters.get("token", "");
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)) {
            throw new ApiException(403, "the token is missing or wrong: use the address that the program has printed");
        }
    }
}
