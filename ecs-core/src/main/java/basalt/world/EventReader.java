package basalt.world;

import basalt.internal.NoState;
import basalt.internal.Strict;
import basalt.storage.access.AccessCheck.ReaderSystem;
import basalt.storage.change.EventPages;
import basalt.storage.change.Events.EventReaders.EventCursor;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads the events of a channel, each once, in the order in which they were sent. Each reader keeps its own position,
 * so several readers do not disturb each other.
 *
 * <pre>{@code
 * EventReader<Hit> reader = world.events(Hit.class).reader();                   // once
 * reader.forEach(hit -> world.update(hit.target(), Health.class, h -> h.minus(hit.damage())));     // each tick
 * while (reader.next()) {                                                       // by columns
 *     float damage = hits.get(reader.event(), Hit.DAMAGE);
 * }
 * }</pre>
 *
 * <p>Events are gone after the tick that follows their own. A reader that is read at least once in two ticks sees all
 * events. A reader that is read later continues with the oldest live event, and counts the events that it has {@link
 * #missed()}.
 *
 * <p>Holds no native memory and makes no garbage. For the world's thread, or for one system of a schedule. On another
 * thread, after the world was closed and after its own {@link #close()}, every method throws {@link
 * IllegalStateException}. In strict mode it also throws if a second system reads, until the schedule of the first is
 * closed, since each would miss events that the other one has read.
 *
 * @param <E> the record of the type
 */
@NoState
public final class EventReader<E extends Record> implements AutoCloseable {
    private final EventChannel<E> channel;
    private final EventPages pages;
    private final EventCursor cursor;
    private boolean closed;

    /** The system that uses it; null outside of strict mode. */
    private final ReaderSystem system = Strict.ON ? new ReaderSystem("a reader of events") : null;

    EventReader(EventChannel<E> channel, EventPages pages, long position) {
        this.channel = channel;
        this.pages = pages;
        this.cursor = pages.readers().add(position);
    }

    /** The channel that this reads. */
    public EventChannel<E> channel() {
        return channel;
    }

    /** Goes to the next event. A loop also reaches events that are sent while it runs. */
    public boolean next() {
        begin();
        return cursor.next(pages.sent());
    }

    /**
     * The event that was read last.
     *
     * @throws IllegalStateException before the first {@link #next()}, and after a call that returned false
     */
    public long event() {
        checkOpen();
        if (!cursor.isAtEvent()) {
            throw new IllegalStateException(
                    "the reader is at no event; call next() first, and continue while it returns true");
        }
        return cursor.event();
    }

    /**
     * Reads all events that have been sent until now, as records. The next call reads events that the body itself
     * sends. An event counts as read when the body is called with it, even if the body throws. The records are garbage
     * unless the JIT removes them; {@link #forEachNumber} makes none.
     *
     * @param body takes each event
     */
    public void forEach(Consumer<? super E> body) {
        requireBody(body);
        begin();
        long end = pages.sent();
        while (cursor.next(end)) {
            body.accept(channel.get(cursor.event()));
            catchUp(); // the body may have ended the tick or closed the reader
        }
    }

    /**
     * Reads all events that have been sent until now, as {@link #forEach} does, for access by columns.
     *
     * @param body takes the number of each event
     */
    public void forEachNumber(LongConsumer body) {
        requireBody(body);
        begin();
        long end = pages.sent();
        while (cursor.next(end)) {
            body.accept(cursor.event());
            catchUp(); // the body may have ended the tick or closed the reader
        }
    }

    private static void requireBody(Object body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null; skipAll() needs none");
        }
    }

    /** Skips all events that have been sent until now. */
    public long skipAll() {
        begin();
        long skipped = remaining();
        cursor.skipAll();
        return skipped;
    }

    /** The number of events to read. */
    public long remaining() {
        catchUp();
        return cursor.remaining();
    }

    /** The number of events that were gone before they were read. */
    public long missed() {
        catchUp();
        return cursor.missed();
    }

    /** Ends the reader, so that files do not contain its place. Further calls do nothing. */
    @Override
    public void close() {
        if (!closed && !channel.isClosed()) {
            channel.checkRead();
        }
        cursor.close();
        closed = true;
    }

    /** Checks that the system of the calling thread may read. */
    private void begin() {
        catchUp();
        if (Strict.ON) {
            channel.checkReader(system);
        }
    }

    /** Counts events that are gone, and moves to the oldest live one. */
    private void catchUp() {
        checkOpen();
        cursor.catchUp();
    }

    private void checkOpen() {
        channel.checkRead();
        if (closed) {
            throw new IllegalStateException("the reader is closed; make another one with channel.reader()");
        }
    }
}
