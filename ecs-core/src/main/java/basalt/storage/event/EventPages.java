package basalt.storage.event;

import basalt.component.Component;
import basalt.component.DeadEventException;
import basalt.memory.MemorySource;
import basalt.storage.ColumnSet;
import basalt.storage.RowImage;

/**
 * The events of one type that are there: those of this tick, and those of the last.
 *
 * <pre>
 *  number  0 ...      | firstLive ...     | ...              | sent
 *          gone       | of the last tick  | of this tick     | not sent yet
 * </pre>
 *
 * <p>Events are numbered from 0 for as long as the world lives, and no number comes twice. Neither the thread nor, by
 * the methods for columns, the component is checked here. Nothing here makes garbage, but for whole records.
 */
public final class EventPages {
    private final Component<?> type;
    private EventBuffer older;
    private EventBuffer current;

    EventPages(Component<?> type, MemorySource source) {
        ColumnSet set = new ColumnSet(type);
        this.type = type;
        older = new EventBuffer(set, source);
        current = new EventBuffer(set, source);
    }

    /**
     * Sends an event: its columns are zero, its references null.
     *
     * @return its number
     * @throws basalt.memory.NativeMemoryException if it needs a page and cannot have it; nothing has changed then
     */
    public long append() {
        return withPage().append();
    }

    /**
     * Sends an event with values.
     *
     * @param image the values, of this type
     * @return its number
     * @throws basalt.memory.NativeMemoryException if it needs a page and cannot have it; nothing has changed then
     */
    public long append(RowImage image) {
        return withPage().append(image);
    }

    /**
     * The oldest event that is there.
     *
     * @return its number; the same as {@link #sent()} if there is none
     */
    public long firstLive() {
        return older.first();
    }

    /**
     * How many events have been sent.
     *
     * @return the number of the next event
     */
    public long sent() {
        return current.end();
    }

    /**
     * What the offsets of the type's columns count from.
     *
     * @param event an event that is there
     * @return address of its page; 0 if the type has no columns
     * @throws DeadEventException if it is not there
     */
    public long origin(long event) {
        return holder(event).origin(event);
    }

    /**
     * The row of an event in its page.
     *
     * @param event an event that is there
     * @return 0 to 16,383
     * @throws DeadEventException if it is not there
     */
    public int row(long event) {
        return holder(event).row(event);
    }

    /**
     * Reads a reference.
     *
     * @param event an event that is there
     * @param slot a reference column of the type
     * @return the reference, or null
     * @throws DeadEventException if it is not there
     */
    public Object reference(long event, int slot) {
        return holder(event).reference(event, slot);
    }

    /**
     * Writes a reference.
     *
     * @param event an event that is there
     * @param slot a reference column of the type
     * @param value the reference, or null
     * @throws DeadEventException if it is not there
     */
    public void setReference(long event, int slot, Object value) {
        holder(event).setReference(event, slot, value);
    }

    /**
     * Makes the record of an event.
     *
     * @param event an event that is there
     * @param component how the type's columns lie
     * @param <T> its record
     * @return the values
     * @throws DeadEventException if it is not there
     */
    public <T extends Record> T read(long event, Component<T> component) {
        return holder(event).read(event, component);
    }

    /** Ends a tick: drops the events of the last one, and makes those of this one the last. */
    public void swap() {
        EventBuffer dropped = older;
        older = current;
        current = dropped;
        dropped.restart(older.end());
    }

    /** Gives back the pages that no event is in. */
    public void trim() {
        older.trim();
        current.trim();
    }

    /** {@return bytes reserved for events of the type} */
    public long reservedBytes() {
        return older.reservedBytes() + current.reservedBytes();
    }

    /** Drops all events, and gives all memory back. */
    void close() {
        swap();
        swap();
        trim();
    }

    /** The buffer of the next event, with a page for it. The memory source may call what ends the tick. */
    private EventBuffer withPage() {
        EventBuffer buffer;
        do {
            buffer = current;
            buffer.requirePage();
        } while (buffer != current);
        return buffer;
    }

    /** The buffer of an event. Where one ends the other begins, so two comparisons are all it takes. */
    private EventBuffer holder(long event) {
        EventBuffer now = current;
        if (event >= now.first()) {
            if (event < now.end()) {
                return now;
            }
        } else if (event >= older.first()) {
            return older;
        }
        throw new DeadEventException(EventColumns.type(type), event, firstLive(), sent());
    }
}
