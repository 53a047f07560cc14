package basalt.storage.change;

import basalt.component.Component;
import basalt.component.DeadEventException;
import basalt.memory.MemorySource;
import basalt.storage.ColumnSet;
import basalt.storage.RowImage;
import basalt.storage.StateBuffer;

/**
 * The live events of one type: those of this tick and those of the last tick.
 *
 * <pre>
 *  number  0 ...      | firstLive ...     | ...              | sent
 *          gone       | of the last tick  | of this tick     | not sent yet
 * </pre>
 *
 * <p>Events are numbered from 0 over the lifetime of the world; numbers are only reused when it goes back to a
 * snapshot. Threads are not checked here, nor are the components of columns. Makes no garbage, except for records.
 */
public final class EventPages {
    private final Component<?> type;
    private final boolean hasReferences;
    private EventBuffer older;
    private EventBuffer current;
    private final EventReaders readers = new EventReaders(this);

    EventPages(Component<?> type, MemorySource source) {
        ColumnSet set = ColumnSet.of(type);
        this.type = type;
        hasReferences = set.referenceSlots().length > 0;
        older = new EventBuffer(set, source);
        current = new EventBuffer(set, source);
    }

    /** Sends an event with zero columns and null references. */
    public long append() {
        current.requirePage();
        return current.append();
    }

    /** Sends an event with values. */
    public long append(RowImage image) {
        current.requirePage();
        return current.append(image);
    }

    public long firstLive() {
        return older.first();
    }

    public long sent() {
        return current.end();
    }

    /**
     * The address that the offsets of the type's columns are added to. Returns address of its page; 0 if the type has
     * no native columns.
     */
    public long origin(long event) {
        return holder(event).origin(event);
    }

    public int row(long event) {
        return holder(event).row(event);
    }

    /** Reads a reference. Returns the reference, or null. */
    public Object reference(long event, int slot) {
        return holder(event).reference(event, slot);
    }

    /**
     * Writes a reference.
     *
     * @param value the reference, or null
     */
    public void setReference(long event, int slot, Object value) {
        holder(event).setReference(event, slot, value);
    }

    public <T extends Record> T read(long event, Component<T> component) {
        return component.type().cast(holder(event).read(event));
    }

    /** Ends a tick: removes the events of the last tick; those of this tick become those of the last. */
    public void swap() {
        EventBuffer dropped = older;
        older = current;
        current = dropped;
        dropped.restart(older.end());
    }

    /** Frees the pages without events. */
    public void trim() {
        older.trim();
        current.trim();
    }

    /** {@return bytes reserved for events of the type} */
    public long reservedBytes() {
        return older.reservedBytes() + current.reservedBytes();
    }

    public EventReaders readers() {
        return readers;
    }

    EventBuffer older() {
        return older;
    }

    EventBuffer current() {
        return current;
    }

    /** Writes the live events, with their references if they are values, and the places of the readers. */
    void save(StateBuffer to, boolean withReferences) {
        older.save(to, withReferences);
        current.save(to, withReferences);
        readers.save(to);
    }

    /** Allocates memory for what was written by {@link #save}, and passes over it. */
    void prepare(StateBuffer from) {
        older.prepare(from);
        current.prepare(from);
        EventReaders.skip(from);
    }

    /** Replaces the live events and the places by what was written by {@link #save}, after {@link #prepare}. */
    void restore(StateBuffer from) {
        older.restore(from);
        current.restore(from);
        readers.restore(from);
    }

    /** Removes all events; the next one has the number 0. */
    void restoreUnused() {
        older.restart(0);
        current.restart(0);
        readers.restoreUnused();
    }

    /** Whether the type has managed columns. */
    boolean hasReferences() {
        return hasReferences;
    }

    /** The type's columns. */
    Component<?> type() {
        return type;
    }

    /** Removes all events, and frees all memory. */
    void close() {
        swap();
        swap();
        trim();
    }

    /** The buffer of an event. The numbers of the buffers are contiguous, so at most two comparisons are needed. */
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
