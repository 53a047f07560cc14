package basalt.inspect;

import basalt.internal.JsonWriter;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;

/**
 * A connection, which brings one request and is closed after its answer (HTTP/1.1). For the thread that serves it; the
 * server ends it if a step takes too long, or if others need its place.
 */
final class Connection implements AutoCloseable {
    private static final long MILLI_NANOS = 1_000_000;
    private static final int MOST_HEAD = 16_384;
    private static final int MOST_DRAINED = 1 << 20;
    private static final String HEADERS = "\r\nConnection: close\r\nCache-Control: no-store\r\n"
            + "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
            + "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'\r\n";

    private final Socket socket;
    private final WebServer.Limits limits;
    private final InputStream in;
    private final Thread thread;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private String method;
    private URI address;
    /** When the step has to be done; 0 for no limit. */
    private volatile long deadline;

    private volatile boolean isTrusted;

    /** A connection that is served by a thread, which is not started here. */
    Connection(Socket socket, WebServer.Limits limits, Thread thread) throws IOException {
        this.socket = socket;
        this.limits = limits;
        this.thread = thread;
        in = new BufferedInputStream(socket.getInputStream());
        socket.setTcpNoDelay(true); // an answer is written in two parts
        allow(limits.readMillis());
    }

    /** Gives the next step so many milliseconds; 0 for no limit. */
    void allow(int millis) {
        deadline = millis == 0 ? 0 : System.nanoTime() + millis * MILLI_NANOS | 1; // so that it is never 0
    }

    /** Whether the step has taken too long. For all threads. */
    boolean isOver(long now) {
        long limit = deadline;
        return limit != 0 && now - limit > 0;
    }

    /** The request has the token: the connection keeps its place. */
    void trust() {
        isTrusted = true;
    }

    /** Whether the request had the token. For all threads. */
    boolean isTrusted() {
        return isTrusted;
    }

    void readHead() throws IOException {
        String[] lines = head().trim().split("\r\n");
        String[] words = lines[0].split(" ");
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new ApiException(400, "this is no request of HTTP/1.1");
        }
        method = words[0];
        try {
            address = new URI(words[1]);
        } catch (URISyntaxException e) {
            throw new ApiException(400, "the address is not encoded: " + e.getMessage());
        }
        if (address.getPath() == null || !address.getPath().startsWith("/")) {
            throw new ApiException(400, "the path of the address must begin with /");
        }
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new ApiException(400, "a header is a name, a colon, and a value");
            }
            headers.putIfAbsent(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).trim());
        }
    }

    private String head() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        for (int ends = 0; ends < 4; ) { // characters of the two line ends
            int next = in.read();
            if (next < 0) {
                throw new EOFException("closed before the end of a request");
            }
            if (read.size() == MOST_HEAD) {
                throw new ApiException(413, "a request has at most " + MOST_HEAD + " bytes before its body");
            }
            read.write(next);
            ends = next == (ends % 2 == 0 ? '\r' : '\n') ? ends + 1 : next == '\r' ? 1 : 0;
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    String method() {
        return method;
    }

    URI address() {
        return address;
    }

    String header(String name) {
        return headers.get(name);
    }

    byte[] body(int most) throws IOException {
        if (headers.containsKey("Transfer-Encoding")) {
            throw new ApiException(400, "send a body whole, with its Content-Length");
        }
        long length;
        try {
            length = Long.parseLong(headers.getOrDefault("Content-Length", "0"));
        } catch (NumberFormatException e) {
            length = -1;
        }
        if (length < 0) {
            throw new ApiException(400, "Content-Length must be a number: " + header("Content-Length"));
        }
        if (length > most) {
            throw new ApiException(413, "this request may have at most " + most + " bytes, not " + length);
        }
        allow(limits.readMillis());
        byte[] body = in.readNBytes((int) length);
        if (body.length < length) {
            throw new EOFException("closed before the end of a body");
        }
        return body;
    }

    void send(int status, String type, byte[] body, String... moreHeaders) throws IOException {
        StringBuilder head = head(status, type).append("Content-Length: ").append(body.length);
        for (String header : moreHeaders) {
            head.append("\r\n").append(header);
        }
        write(head.append("\r\n\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        write(body);
    }

    /** Begins an answer that ends with the connection. */
    void begin(String type) throws IOException {
        write(head(200, type).append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    }

    private static StringBuilder head(int status, String type) {
        return new StringBuilder("HTTP/1.1 ")
                .append(status)
                .append(status == 200 ? " OK" : " Refused")
                .append(HEADERS)
                .append("Content-Type: ")
                .append(type)
                .append("\r\n");
    }

    void write(byte[] bytes) throws IOException {
        allow(limits.writeMillis());
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        allow(0);
    }

    /** Takes what is still sent, since an answer may be lost if a connection is closed before that is read. */
    void drain() throws IOException {
        allow(limits.readMillis());
        socket.shutdownOutput();
        for (int read = 0; read < MOST_DRAINED && in.read() >= 0; ) {
            read++;
        }
    }

    /** Ends the connection and its thread, also in the middle of a step. For all threads. */
    @Override
    public void close() {
        deadline = 0;
        thread.interrupt();
        CloseHelper.quietClose(socket);
    }

    /**
     * Sends the answers of views as server-sent events, so many times a second. An answer that is the same as the one
     * before is left out; a comment shows now and then that the stream is alive. For one thread; it ends when it is
     * interrupted, or the browser is gone.
     *
     * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent events</a>
     */
    static final class EventStream {
        private static final long SECOND_NANOS = 1_000_000_000;
        private static final long ALIVE_NANOS = 5 * SECOND_NANOS;

        private final List<View> views;
        private final String[] sent;
        private final long periodNanos;
        private final Sink out;
        private final JsonWriter json = new JsonWriter();
        private final StringBuilder events = new StringBuilder();
        private long lastWritten = System.nanoTime();

        interface Sink {
            void write(byte[] bytes) throws IOException;
        }

        EventStream(List<View> views, int hertz, Sink out) {
            this.views = views;
            this.out = out;
            sent = new String[views.size()];
            periodNanos = SECOND_NANOS / hertz;
        }

        void run() throws IOException {
            try {
                write("retry: 1000\n\n");
                long next = System.nanoTime();
                while (!Thread.currentThread().isInterrupted()) {
                    views.forEach(EventStream::ask);
                    for (int i = 0; i < sent.length; i++) {
                        add(i);
                    }
                    if (!events.isEmpty()) {
                        write(events.toString());
                        events.setLength(0);
                    } else if (System.nanoTime() - lastWritten > ALIVE_NANOS) {
                        write(":\n\n");
                    }
                    next = Math.max(next + periodNanos, System.nanoTime());
                    while (next - System.nanoTime() > 0
                            && !Thread.currentThread().isInterrupted()) {
                        LockSupport.parkNanos(this, next - System.nanoTime());
                    }
                }
            } finally {
                views.forEach(View::close);
            }
        }

        private static void ask(View view) {
            try {
                view.ask();
            } catch (RuntimeException e) {
                return; // thrown again when the answer is needed
            }
        }

        /** Adds the answer of a view to the events. All events are written together, so that a page draws once. */
        private void add(int index) {
            json.clear();
            try {
                if (!views.get(index).update(periodNanos)) {
                    return; // the world is busy; the status says so
                }
                views.get(index).write(json);
            } catch (RuntimeException e) {
                ApiException.of(e).write(json.clear());
            }
            String text = json.toString();
            if (!text.equals(sent[index])) {
                events.append("event: ")
                        .append(index)
                        .append("\ndata: ")
                        .append(text)
                        .append("\n\n");
                sent[index] = text;
            }
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            lastWritten = System.nanoTime();
        }
    }
}
