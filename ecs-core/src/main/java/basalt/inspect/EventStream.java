package basalt.inspect;

import basalt.internal.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the answers of views as server-sent events, so many times a second. An answer that is the same as the one
 * before is left out; a comment shows now and then that the stream is alive. For one thread; it ends when it is
 * interrupted, or the browser is gone.
 *
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent events</a>
 */
final class EventStream {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final long ALIVE_NANOS = 5 * SECOND_NANOS;

    private final List<View> views;
    private final String[] sent;
    private final long periodNanos;
    private final Sink out;
    private final JsonWriter json = new JsonWriter();
    private final StringBuilder events = new StringBuilder();
    private long lastWritten = System.nanoTime();

    /** Takes bytes and sends them at once. */
    interface Sink {
        void write(byte[] bytes) throws IOException;
    }

    EventStream(List<View> views, int hertz, Sink out) {
        this.views = views;
        this.out = out;
        sent = new String[views.size()];
        periodNanos = SECOND_NANOS / hertz;
    }

    /** Sends until the end. */
    void run() throws IOException {
        try {
            write("retry: 1000\n\n");
            long next = System.nanoTime();
            while (!Thread.currentThread().isInterrupted()) {
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
                while (next - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
                    LockSupport.parkNanos(this, next - System.nanoTime());
                }
            }
        } finally {
            views.forEach(View::close);
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
