package basalt.inspect.web;

import basalt.inspect.view.Inspection;
import basalt.inspect.view.TickRecording;
import basalt.text.JsonWriter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Serves the page and the JSON interface of an inspector. Each request is read, answered and written by a thread of the
 * server; what needs the world is asked of the world's thread, see {@link basalt.inspect.view.Question}.
 */
public final class WebServer implements AutoCloseable {
    private static final String API = "/api/v1/";
    private static final String JSON = "application/json; charset=utf-8";
    private static final int BACKLOG = 64;
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
    private final RequestThreads threads;
    private final HttpServer server;

    /**
     * Starts a server.
     *
     * @param inspection what it serves
     * @param address where it listens; port 0 for any that is free
     * @param token what requests have to know
     * @param limits what browsers may ask of it
     * @throws UncheckedIOException if it cannot listen there
     */
    public WebServer(Inspection inspection, InetSocketAddress address, String token, Limits limits) {
        this.inspection = inspection;
        this.limits = limits;
        rate = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        strangers = new RequestLimit(limits.requestsPerSecond(), System.nanoTime());
        streams = new Semaphore(limits.streams());
        threads = new RequestThreads(limits.readMillis());
        access = new Access(token, address.getHostString());
        names = new NameCache(inspection.questions());
        views = new Views(inspection, names);
        edits = new Edits(inspection, names);
        try {
            server = HttpServer.create(address, BACKLOG);
        } catch (IOException e) {
            threads.close();
            throw new UncheckedIOException(
                    "the inspector cannot listen on " + address + "; choose another port, or 0 for any: "
                            + e.getMessage(),
                    e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * The port.
     *
     * @return the port on which the server listens
     */
    public int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        RequestThread.allow(ANSWER_MILLIS);
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Cache-Control", "no-store");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                            + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
            try {
                answer(exchange);
            } catch (RuntimeException e) {
                Answer refusal = Answer.of(e);
                JsonWriter json = new JsonWriter();
                refusal.write(json);
                send(exchange, refusal.status(), JSON, json.toString().getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        access.requireHere(exchange.getRequestHeaders());
        URI address = exchange.getRequestURI();
        if (address.toString().length() > MOST_ADDRESS) {
            throw new ApiException(413, "an address has at most " + MOST_ADDRESS + " characters");
        }
        String path = address.getPath();
        if (path.startsWith(API)) {
            answerApi(exchange, path.substring(API.length()));
            return;
        }
        requireRate(strangers);
        requireMethod(exchange, "GET");
        byte[] file = files.get(path);
        if (file == null) {
            throw new ApiException(404, "there is no " + path);
        }
        send(exchange, 200, PageFiles.type(path), file);
    }

    private static void requireMethod(HttpExchange exchange, String method) {
        if (!exchange.getRequestMethod().equals(method)) {
            throw new ApiException(405, "use " + method + " here, not " + exchange.getRequestMethod());
        }
    }

    private void answerApi(HttpExchange exchange, String name) throws IOException {
        String query = exchange.getRequestURI().getRawQuery();
        if (exchange.getRequestMethod().equals("POST")) {
            requireToken(exchange, Parameters.of(query));
            RequestThread.allow(limits.readMillis());
            Parameters parameters = Parameters.of(query, body(exchange));
            RequestThread.allow(ANSWER_MILLIS);
            JsonWriter json = new JsonWriter();
            edits.make(name, parameters, json);
            send(exchange, 200, JSON, json.toString().getBytes(StandardCharsets.UTF_8));
            return;
        }
        requireMethod(exchange, "GET");
        Parameters parameters = Parameters.of(query);
        requireToken(exchange, parameters);
        switch (name) {
            case "watch" -> watch(exchange, parameters);
            case "trace" -> trace(exchange, parameters);
            default -> show(exchange, views.view(name, parameters));
        }
    }

    /** Throws unless the request has the token, and there are not too many that have it. */
    private void requireToken(HttpExchange exchange, Parameters parameters) {
        try {
            access.requireToken(exchange.getRequestHeaders(), parameters);
        } catch (ApiException e) {
            requireRate(strangers);
            throw e;
        }
        requireRate(rate);
    }

    private static void requireRate(RequestLimit limit) {
        if (!limit.tryPass(System.nanoTime())) {
            throw new ApiException(429, "there are too many requests; wait a second");
        }
    }

    private static String body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
        if (body.length > MOST_BODY) {
            throw new ApiException(413, "a request has at most " + MOST_BODY + " bytes");
        }
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (body.length > 0 && (type == null || !type.startsWith("application/x-www-form-urlencoded"))) {
            throw new ApiException(400, "send parameters as application/x-www-form-urlencoded, not as " + type);
        }
        return new String(body, StandardCharsets.UTF_8);
    }

    private void show(HttpExchange exchange, View view) throws IOException {
        try {
            if (!view.update(WAIT_NANOS)) {
                throw new ApiException(503, "the world's thread does not answer; see the status for what it does");
            }
            JsonWriter json = new JsonWriter();
            view.write(json);
            send(exchange, 200, JSON, json.toString().getBytes(StandardCharsets.UTF_8));
        } finally {
            view.close();
        }
    }

    private void watch(HttpExchange exchange, Parameters parameters) throws IOException {
        int hertz = parameters.integer("hz", 10, 1, MOST_HERTZ);
        List<String> addresses = parameters.all("view");
        if (addresses.isEmpty() || addresses.size() > MOST_VIEWS) {
            throw new ApiException(
                    400, "watch 1 to " + MOST_VIEWS + " views: view is there " + addresses.size() + " times");
        }
        List<View> watched = new ArrayList<>();
        addresses.forEach(address -> watched.add(new WatchedView(address, views)));
        if (!streams.tryAcquire()) {
            throw new ApiException(429, "there are " + limits.streams() + " watchers already; close a page");
        }
        try {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            new EventStream(watched, hertz, limits.writeMillis(), exchange.getResponseBody()).run();
        } finally {
            streams.release();
        }
    }

    private void trace(HttpExchange exchange, Parameters parameters) throws IOException {
        int ticks = parameters.integer("ticks", 60, 1, TickRecording.MOST_TICKS);
        if (!traces.tryAcquire()) {
            throw new ApiException(429, "a trace is being recorded already; wait for its end");
        }
        try {
            trace(exchange, new TickRecording(inspection.control(), ticks), ticks);
        } finally {
            traces.release();
        }
    }

    private void trace(HttpExchange exchange, TickRecording recording, int ticks) throws IOException {
        if (!inspection.questions().ask(recording)
                || !recording.await(WAIT_NANOS)
                || !recording.awaitTicks(TRACE_SECONDS * SECOND_NANOS)) {
            recording.drop();
            throw new ApiException(503, "the world did not make " + ticks + " ticks in " + TRACE_SECONDS + " seconds");
        }
        JsonWriter json = new JsonWriter();
        recording.write(json);
        exchange.getResponseHeaders().set("Content-Disposition", "attachment; filename=\"basalt-trace.json\"");
        send(exchange, 200, JSON, json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        RequestThread.allow(limits.writeMillis());
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Ends all requests and streams. */
    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
