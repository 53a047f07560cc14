package basalt.world;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.ComponentInfo;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.storage.Place;
import basalt.storage.RowImage;
import basalt.storage.access.AccessCheck.ReaderSystem;
import basalt.storage.access.Store;
import basalt.storage.change.EventPages;
import basalt.storage.change.EventPages.EventColumns;

/**
 * The events of one type. An event is sent in one tick, and lives until the end of the next one.
 *
 * <pre>{@code
 * EventChannel<Hit> hits = world.events(Hit.class);
 * hits.send(new Hit(target, 2));
 * long event = hits.send();                            // the same by columns
 * hits.set(event, Hit.TARGET, target);
 * hits.set(event, Hit.DAMAGE, 2f);
 * }</pre>
 *
 * <p>Events have numbers: 0, 1, 2 and so on for as long as the world lives. Events from {@link #firstLive()} up to, but
 * not including, {@link #sent()} are live; any other number is a {@link basalt.component.DeadEventException}. To see
 * each event once, keep an {@link EventReader}.
 *
 * <p>Columns lie off heap, in pages of 16,384 events of a tick, which are kept for the next ticks. Sending and reading
 * by columns makes no garbage, and by whole records none but the records.
 *
 * <p>For the world's thread. Systems that a schedule runs may read, and declare the types that they receive. On another
 * thread, and after the world was closed, every method throws {@link IllegalStateException}. A column of a component,
 * or of another type of events, is an {@link IllegalArgumentException}.
 *
 * @param <E> the record of the type
 */
public final class EventChannel<E extends Record> extends ColumnAccess {
    private final Store store;
    private final EventType<E> type;
    private final Component<E> columns;
    private final int typeId;
    private final EventPages pages;

    EventChannel(Store store, EventType<E> type) {
        this.store = store;
        this.type = type;
        this.columns = EventColumns.of(type);
        this.typeId = columns.id();
        this.pages = store.events().of(columns);
    }

    /** The type of the events. */
    public EventType<E> type() {
        return type;
    }

    /** Sends an event; its columns are zero and its references null until they are set. */
    public long send() {
        checkSend("events.send()");
        return pages.append();
    }

    /**
     * Sends an event with values.
     *
     * @throws IllegalArgumentException if the record is null or cannot be stored
     */
    public long send(E event) {
        checkSend("events.send(...)");
        if (!type.type().isInstance(event)) {
            throw new IllegalArgumentException(
                    "an event of this channel must be a " + type.name() + ": event=" + event);
        }
        RowImage image = store.images().take(columns);
        image.read(event); // the record's accessors run here, and may close the world
        checkSend("events.send(...)");
        long number = pages.append(image);
        image.release();
        return number;
    }

    /**
     * Reads an event as a record.
     *
     * @throws basalt.component.DeadEventException if it is not live
     */
    public E get(long event) {
        checkRead();
        return pages.read(event, columns);
    }

    /**
     * The oldest live event.
     *
     * @return its number; the same as {@link #sent()} if there is none
     */
    public long firstLive() {
        checkRead();
        return pages.firstLive();
    }

    /** The number of events sent. */
    public long sent() {
        checkRead();
        return pages.sent();
    }

    /**
     * Makes a reader of events that are sent from now on. In a world that was loaded, it may continue the place of a
     * saved reader.
     */
    public EventReader<E> reader() {
        return new EventReader<>(this, pages, sent());
    }

    /**
     * Makes a reader of all live events and of those that are sent from now on. In a world that was loaded, it may
     * continue the place of a saved reader.
     */
    public EventReader<E> readerFromStart() {
        return new EventReader<>(this, pages, firstLive());
    }

    /**
     * Ends the tick of this channel: the events of the last tick are gone, and those of this tick become the events of
     * the last tick. {@link World#swapEvents()} does so for all channels, and a schedule at the end of its tick. Use
     * one of these ways in a world.
     */
    public void swap() {
        store.checkOwner("events.swap()", "leave that to the schedule, which does so when the tick ends");
        pages.swap();
    }

    /** Gives unused memory back to the world's source. */
    public void trim() {
        store.checkOwner("events.trim()", "call it after the tick");
        pages.trim();
    }

    @Override
    long place(long event, ComponentInfo component, Column column) {
        checkRead();
        checkType(component);
        return Place.of(pages.origin(event), pages.row(event));
    }

    @Override
    long placeForSet(long event, ComponentInfo component, Column column) {
        checkSet();
        checkType(component);
        return Place.of(pages.origin(event), pages.row(event));
    }

    @Override
    void wrote(long event, long place, ComponentInfo component) {
        // changes of events are not tracked
    }

    @Override
    <R> R reference(long event, ReferenceColumn<R> column) {
        checkRead();
        checkType(column.component());
        return column.type().cast(pages.reference(event, column.slot()));
    }

    @Override
    <R> void setReference(long event, ReferenceColumn<R> column, R value) {
        checkSet();
        checkType(column.component());
        pages.setReference(event, column.slot(), column.type().cast(value));
    }

    boolean isClosed() {
        return store.isClosed();
    }

    /** Throws unless the calling thread may read events now. */
    void checkRead() {
        store.checkReceive(columns);
    }

    /** Throws in strict mode if the reader belongs to another system. */
    void checkReader(ReaderSystem reader) {
        store.checkReader(reader);
    }

    private void checkSend(String call) {
        store.checkOwner(call, "record it by world.commands().send(...), or declare the system exclusive()");
    }

    private void checkSet() {
        store.checkOwner(
                "events.set(...)",
                "set the values of an event that the system sends by commands.set(event, ...), or declare the system"
                        + " exclusive()");
    }

    private void checkType(ComponentInfo component) {
        if (component.id() != typeId) {
            throw new IllegalArgumentException(
                    "the channel has events of type " + type.name() + ", and the column is one of " + component.name());
        }
    }
}
