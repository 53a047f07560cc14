package basalt.inspect.web;

import basalt.inspect.view.Inspection;
import basalt.inspect.view.TickRecording;
import basalt.internal.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Serves the page and the JSON interface of an inspector. Each request is read, answered and written by a thread of the
 * server; what needs the world is asked of the world's thread, see {@link basalt.inspect.view.Question}.
 */
public final class WebServer implements AutoCloseable {
    private static final String API = "/api/v1/";
    private static final String JSON = "application/json; charset=utf-8";
    private static final int MOST_VIEWS = 8;
    private static final int MOST_HERTZ = 30;
    private static final int MOST_ADDRESS = 8_192;
    private static final int MOST_BODY = 65_536;
    private static final int ANSWER_MILLIS = 60_000;
    private static final int TRACE_SECONDS = 30;
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long WAIT_NANOS = 2 * SECOND_NANOS;

    private final Inspection inspection;
    private final Access access;
    private final PageFiles files = new PageFiles();
    private final NameCache names;
    private final Views views;
    private final Edits edits;
    private final Limits limits;
    /** Of requests with the token, and of those without it. */
    private final RequestLimit rate;

    private final RequestLimit strangers;
    private final Semaphore streams;
    private final Semaphore traces = new Semaphore(1);
    private final Connections connections;

    /** Starts a server. */
    public WebServer(Inspection inspection, InetSocketAddress address, String token, Limits limits) {
        this.inspection = inspection;
        this.limits = limits;
        rate = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        strangers = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        streams = new Semaphore(limits.streams());
        access = new Access(token, address.getHostString());
        names = new NameCache(inspection.questions());
        views = new Views(inspection, names);
        edits = new Edits(inspection, names);
        try {
            connections = new Connections(address, limits, this::handle);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the inspector cannot listen on " + address + "; choose another port, or 0 for any: "
                            + e.getMessage(),
                    e);
        }
        connections.start();
    }

    public int port() {
        return connections.port();
    }

    private void handle(Connection connection) throws IOException {
        try {
            connection.readHead();
            connection.allow(ANSWER_MILLIS);
            answer(connection);
        } catch (RuntimeException e) {
            ApiException.Answer refusal = ApiException.Answer.of(e);
            JsonWriter json = new JsonWriter();
            refusal.write(json);
            send(connection, refusal.status(), json);
        }
    }

    private void answer(Connection connection) throws IOException {
        access.requireHere(connection);
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
        byte[] file = files.get(path);
        if (file == null) {
            throw new ApiException(404, "there is no " + path);
        }
        connection.send(200, PageFiles.type(path), file);
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
            Parameters parameters = Parameters.of(query, body(connection));
            connection.allow(ANSWER_MILLIS);
            JsonWriter json = new JsonWriter();
            edits.make(name, parameters, json);
            send(connection, 200, json);
            return;
        }
        requireMethod(connection, "GET");
        Parameters parameters = Parameters.of(query);
        requireToken(connection, parameters);
        switch (name) {
            case "watch" -> watch(connection, parameters);
            case "trace" -> trace(connection, parameters);
            default -> show(connection, views.view(name, parameters));
        }
    }

    /** Throws unless the request has the token, and there are not too many that have it. */
    private void requireToken(Connection connection, Parameters parameters) {
        try {
            access.requireToken(connection, parameters);
        } catch (ApiException e) {
            requireRate(strangers);
            throw e;
        }
        requireRate(rate);
        connection.trust();
    }

    private static void requireRate(RequestLimit limit) {
        if (!limit.tryPass(System.nanoTime())) {
            throw new ApiException(429, "there are too many requests; wait a second");
        }
    }

    private static String body(Connection connection) throws IOException {
        byte[] body = connection.body(MOST_BODY);
        String type = connection.header("Content-Type");
        if (body.length > 0 && (type == null || !type.startsWith("application/x-www-form-urlencoded"))) {
            throw new ApiException(400, "send parameters as application/x-www-form-urlencoded, not as " + type);
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private void show(Connection connection, View view) throws IOException {
        try {
            if (!view.update(WAIT_NANOS)) {
                throw new ApiException(503, "the world's thread does not answer; see the status for what it does");
            }
            JsonWriter json = new JsonWriter();
            view.write(json);
            send(connection, 200, json);
        } finally {
            view.close();
        }
    }

    private void watch(Connection connection, Parameters parameters) throws IOException {
        int hertz = parameters.integer("hz", 10, 1, MOST_HERTZ);
        List<String> addresses = parameters.all("view");
        if (addresses.isEmpty() || addresses.size() > MOST_VIEWS) {
            throw new ApiException(
                    400, "watch 1 to " + MOST_VIEWS + " views: view is there " + addresses.size() + " times");
        }
        List<View> watched = new ArrayList<>();
        addresses.forEach(address -> watched.add(new View.Watched(address, views)));
        if (!streams.tryAcquire()) {
            throw new ApiException(429, "there are " + limits.streams() + " watchers already; close a page");
        }
        try {
            connection.begin("text/event-stream; charset=utf-8");
            new EventStream(watched, hertz, connection).run();
        } finally {
            streams.release();
        }
    }

    private void trace(Connection connection, Parameters parameters) throws IOException {
        int ticks = parameters.integer("ticks", 60, 1, TickRecording.MOST_TICKS);
        if (!traces.tryAcquire()) {
            throw new ApiException(429, "a trace is being recorded already; wait for its end");
        }
        try {
            trace(connection, new TickRecording(inspection.control(), ticks), ticks);
        } finally {
            traces.release();
        }
    }

    private void trace(Connection connection, TickRecording recording, int ticks) throws IOException {
        if (!inspection.questions().ask(recording)
                || !recording.await(WAIT_NANOS)
                || !recording.awaitTicks(TRACE_SECONDS * SECOND_NANOS)) {
            recording.drop();
            throw new ApiException(503, "the world did not make " + ticks + " ticks in " + TRACE_SECONDS + " seconds");
        }
        JsonWriter json = new JsonWriter();
        recording.write(json);
        byte[] file = json.toString().getBytes(StandardCharsets.UTF_8);
        connection.send(200, JSON, file, "Content-Disposition: attachment; filename=\"basalt-trace.json\"");
    }

    private static void send(Connection connection, int status, JsonWriter json) throws IOException {
        connection.send(status, JSON, json.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Ends all requests and streams. */
    @Override
    public void close() {
        connections.close();
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

        /** Whether a request may pass at a time. */
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
    public record Limits(int readMillis, int writeMillis, int requestsPerSecond, int streams) {
        /** The limits of an inspector. */
        public static final Limits DEFAULT = new Limits(2_000, 10_000, 200, 8);
    }

    /** The files of the page, from the jar. Immutable. */
    static final class PageFiles {
        private static final String FOLDER = "/basalt/inspect/page/";
        private static final Map<String, String> TYPES = Map.of(
                "html", "text/html; charset=utf-8",
                "css", "text/css; charset=utf-8",
                "js", "text/javascript; charset=utf-8");

        private static final List<String> NAMES = List.of(
                "index.html",
                "style.css",
                "main.js",
                "api.js",
                "choices.js",
                "dom.js",
                "query.js",
                "entities.js",
                "entity.js",
                "systems.js",
                "memory.js",
                "time.js");

        private final Map<String, byte[]> files = new LinkedHashMap<>();

        /** Reads all files. */
        PageFiles() {
            for (String name : NAMES) {
                try (InputStream in = PageFiles.class.getResourceAsStream(FOLDER + name)) {
                    if (in == null) {
                        throw new IllegalStateException("the jar lacks " + FOLDER + name + "; build it again");
                    }
                    files.put(name, in.readAllBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException("a file of the page cannot be read: " + FOLDER + name, e);
                }
            }
        }

        /** The file at a path of an address, such as {@code /style.css}; null if there is none. */
        byte[] get(String path) {
            return files.get(name(path));
        }

        private static String name(String path) {
            return path.equals("/") ? "index.html" : path.substring(1);
        }

        static String type(String path) {
            String name = name(path);
            return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        }
    }
}
