package basalt.inspect;

import basalt.internal.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.CloseHelper;

/**
 * Serves the page and the JSON interface of an inspector. Each request is read, answered and written by a thread of the
 * server; what needs the world is asked of the world's thread, see {@link Question}.
 *
 * <p>The number of connections is limited: one more takes the place of the oldest one whose request has not shown the
 * token, and is closed if there is none. A connection whose step takes too long is closed. So connections that send
 * nothing, or half of a request, take neither all file descriptors of the program nor the place of a request that has
 * the token.
 *
 * <p>Requests need the token, and must be meant for this server. A page of another site
 * that a browser shows can send requests here, but knows no token; its {@code Origin} is refused besides. A name that
 * another site lets point here is refused by {@code Host}: it must be an address, {@code localhost}, or the name that
 * the server was given.
 */
final class WebServer implements AutoCloseable {
    private static final String API = "/api/v1/";
    private static final String FOLDER = "/basalt/inspect/page";
    private static final Pattern FILE = Pattern.compile("/[a-z]+\\.(html|css|js)");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.%]+\\]");
    private static final String JSON = "application/json; charset=utf-8";
    private static final int MOST_CONNECTIONS = 64;
    private static final int BACKLOG = 1_024;
    private static final int CHECK_MILLIS = 100;
    private static final long PAUSE_NANOS = 100_000_000;
    private static final int MOST_VIEWS = 8;
    private static final int MOST_HERTZ = 30;
    private static final int MOST_ADDRESS = 8_192;
    private static final int MOST_BODY = 65_536;
    private static final int MOST_TEXT = 16 << 20;
    private static final int ANSWER_MILLIS = 60_000;
    private static final int TRACE_SECONDS = 30;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long WAIT_NANOS = 2 * SECOND_NANOS;

    private final Inspection inspected;
    private final byte[] token;
    private final String hostName;
    private final Api api;
    private final Limits limits;

    /** Of requests with the token, and of those without it. */
    private final RequestLimit rate;

    private final RequestLimit strangers;
    private final Semaphore streams;
    private final Semaphore traces = new Semaphore(1);
    private final ServerSocket server;
    private final Thread acceptor = new Thread(this::accept, "basalt-inspector-accept");

    /** In the order in which they came. */
    private final Set<Connection> open = new LinkedHashSet<>();

    private int number;

    WebServer(Inspection inspected, Api api, InetSocketAddress address, String token, Limits limits) {
        this.inspected = inspected;
        this.api = api;
        this.limits = limits;
        this.token = token.getBytes(StandardCharsets.UTF_8);
        hostName = address.getHostString();
        rate = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        strangers = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        streams = new Semaphore(limits.streams());
        server = listen(address);
        acceptor.setDaemon(true);
        acceptor.start();
    }

    private static ServerSocket listen(InetSocketAddress address) {
        ServerSocket server = null;
        try {
            server = new ServerSocket();
            server.setSoTimeout(CHECK_MILLIS);
            server.bind(address, BACKLOG);
            return server;
        } catch (IOException e) {
            CloseHelper.quietClose(server);
            throw new UncheckedIOException(
                    "the inspector cannot listen on " + address + "; choose another port, or 0 for any: "
                            + e.getMessage(),
                    e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                admit(server.accept());
            } catch (SocketTimeoutException e) {
                // time for the check
            } catch (IOException
                    | RuntimeException
                    | OutOfMemoryError e) { // such as no file descriptors, or no threads
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            closeOver();
        }
    }

    private synchronized void admit(Socket socket) throws IOException {
        if (server.isClosed() || open.size() >= MOST_CONNECTIONS && !closeOldestStranger()) {
            socket.close();
            return;
        }
        Connection[] connection = new Connection[1];
        Thread thread = new Thread(() -> serve(connection[0]), "basalt-inspector-" + ++number);
        thread.setDaemon(true);
        try {
            connection[0] = new Connection(socket, limits, thread);
            open.add(connection[0]);
            thread.start();
        } catch (Throwable e) {
            open.remove(connection[0]);
            socket.close();
            throw e;
        }
    }

    private boolean closeOldestStranger() {
        for (Connection connection : open) {
            if (!connection.isTrusted()) {
                connection.close();
                open.remove(connection);
                return true;
            }
        }
        return false;
    }

    private void serve(Connection connection) {
        try {
            handle(connection);
            connection.drain();
        } catch (IOException | StackOverflowError | OutOfMemoryError e) {
            // the browser is gone or was too slow, or the answer needs too much
        } finally {
            connection.close();
            synchronized (this) {
                open.remove(connection);
            }
        }
    }

    private synchronized void closeOver() {
        long now = System.nanoTime();
        open.forEach(connection -> {
            if (connection.isOver(now)) {
                connection.close();
            }
        });
    }

    private void handle(Connection connection) throws IOException {
        try {
            connection.readHead();
            connection.allow(ANSWER_MILLIS);
            answer(connection);
        } catch (RuntimeException e) {
            ApiException refusal = ApiException.of(e);
            send(connection, refusal.status, refusal.write(new JsonWriter()));
        }
    }

    private void answer(Connection connection) throws IOException {
        requireHere(connection);
        URI address = connection.address();
        if (address.toString().length() > MOST_ADDRESS) {
            throw new ApiException(413, "an address has at most " + MOST_ADDRESS + " characters");
        }
        String path = address.getPath();
        if (path.startsWith(API)) {
            answerApi(connection, path.substring(API.length()));
            return;
        }
        requireRate(strangers);
        requireMethod(connection, "GET");
        sendFile(connection, path.equals("/") ? "/index.html" : path);
    }

    /** Sends a file of the page, which is in the jar. */
    private static void sendFile(Connection connection, String path) throws IOException {
        Matcher name = FILE.matcher(path);
        try (InputStream in = name.matches() ? WebServer.class.getResourceAsStream(FOLDER + path) : null) {
            if (in == null) {
                throw new ApiException(404, "there is no " + path);
            }
            String type = name.group(1).equals("js") ? "javascript" : name.group(1);
            connection.send(200, "text/" + type + "; charset=utf-8", in.readAllBytes());
        }
    }

    /** Throws unless the request was meant for this server, and comes from no other site's page. */
    private void requireHere(Connection connection) {
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
        return ADDRESS.matcher(name).matches() || name.equalsIgnoreCase("localhost") || name.equalsIgnoreCase(hostName);
    }

    private static void requireMethod(Connection connection, String method) {
        if (!connection.method().equals(method)) {
            throw new ApiException(405, "use " + method + " here, not " + connection.method());
        }
    }

    private void answerApi(Connection connection, String name) throws IOException {
        String query = connection.address().getRawQuery();
        if (connection.method().equals("POST")) {
            requireToken(connection, Parameters.of(query));
            Parameters parameters = Parameters.of(query, body(connection, name.equals("text") ? MOST_TEXT : MOST_BODY));
            connection.allow(ANSWER_MILLIS);
            send(connection, 200, api.post(name, parameters));
            return;
        }
        requireMethod(connection, "GET");
        Parameters parameters = Parameters.of(query);
        requireToken(connection, parameters);
        switch (name) {
            case "watch" -> watch(connection, parameters);
            case "trace" -> trace(connection, parameters);
            default -> send(connection, 200, Api.show(api.view(name, parameters)));
        }
    }

    /** Throws unless the request has the token, and there are not too many that have it. */
    private void requireToken(Connection connection, Parameters parameters) {
        String header = connection.header("Authorization");
        String given = header != null && header.startsWith("Bearer ")
                ? header.substring("Bearer ".length()).trim()
                : String.join("", parameters.all("token"));
        if (!MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token)) {
            requireRate(strangers);
            throw new ApiException(403, "the token is missing or wrong: use the address that the program has printed");
        }
        requireRate(rate);
        connection.trust();
    }

    private static void requireRate(RequestLimit limit) {
        if (!limit.tryPass(System.nanoTime())) {
            throw new ApiException(429, "there are too many requests; wait a second");
        }
    }

    private static String body(Connection connection, int most) throws IOException {
        byte[] body = connection.body(most);
        String type = connection.header("Content-Type");
        if (body.length > 0 && (type == null || !type.startsWith("application/x-www-form-urlencoded"))) {
            throw new ApiException(400, "send parameters as application/x-www-form-urlencoded, not as " + type);
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private void watch(Connection connection, Parameters parameters) throws IOException {
        int hertz = parameters.integer("hz", 10, 1, MOST_HERTZ);
        List<String> addresses = parameters.all("view");
        if (addresses.isEmpty() || addresses.size() > MOST_VIEWS) {
            throw new ApiException(
                    400, "watch 1 to " + MOST_VIEWS + " views: view is there " + addresses.size() + " times");
        }
        List<View> watched = addresses.stream().map(api::watched).toList();
        if (!streams.tryAcquire()) {
            throw new ApiException(429, "there are " + limits.streams() + " watchers already; close a page");
        }
        try {
            connection.begin("text/event-stream; charset=utf-8");
            new Connection.EventStream(watched, hertz, connection::write).run();
        } finally {
            streams.release();
        }
    }

    private void trace(Connection connection, Parameters parameters) throws IOException {
        int ticks = parameters.integer("ticks", 60, 1, SystemFigures.TickRecording.MOST_TICKS);
        if (!traces.tryAcquire()) {
            throw new ApiException(429, "a trace is being recorded already; wait for its end");
        }
        try {
            trace(connection, new SystemFigures.TickRecording(inspected, ticks), ticks);
        } finally {
            traces.release();
        }
    }

    private void trace(Connection connection, SystemFigures.TickRecording recording, int ticks) throws IOException {
        if (!recording.update(WAIT_NANOS) || !recording.awaitTicks(TRACE_SECONDS * SECOND_NANOS)) {
            recording.close();
            throw new ApiException(503, "the world did not make " + ticks + " ticks in " + TRACE_SECONDS + " seconds");
        }
        JsonWriter json = new JsonWriter();
        recording.write(json);
        send(connection, 200, json, "Content-Disposition: attachment; filename=\"basalt-trace.json\"");
    }

    private static void send(Connection connection, int status, JsonWriter json, String... headers) throws IOException {
        connection.send(status, JSON, json.toString().getBytes(StandardCharsets.UTF_8), headers);
    }

    /** Ends all requests and streams. */
    @Override
    public void close() {
        CloseHelper.quietClose(server);
        List<Connection> left;
        synchronized (this) {
            left = new ArrayList<>(open);
        }
        left.forEach(Connection::close);
        acceptor.interrupt();
    }

    /** Lets so many requests through in a second, and as many again in a burst. For all threads. */
    static final class RequestLimit {
        private static final double NANOS_PER_SECOND = 1e9;

        private final double perSecond;
        private double allowed;
        private long countedTo;

        RequestLimit(double perSecond, long now) {
            this.perSecond = perSecond;
            allowed = 2 * perSecond;
            countedTo = now;
        }

        synchronized boolean tryPass(long now) {
            allowed = Math.min(2 * perSecond, allowed + (now - countedTo) / NANOS_PER_SECOND * perSecond);
            countedTo = now;
            if (allowed < 1) {
                return false;
            }
            allowed--;
            return true;
        }
    }

    /**
     * What browsers may ask of a server.
     *
     * @param readMillis how long a request may take to arrive, and so a connection may be idle
     * @param writeMillis how long a browser may take to receive an answer, or an event of a stream
     * @param requestsPerSecond the most requests in a second
     * @param streams the most streams at a time
     */
    record Limits(int readMillis, int writeMillis, int requestsPerSecond, int streams) {
        static final Limits DEFAULT = new Limits(2_000, 10_000, 200, 8);
    }
}
