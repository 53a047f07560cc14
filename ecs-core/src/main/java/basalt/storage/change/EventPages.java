package basalt.storage.change;

import static basalt.component.layout.BlockLayout.EVENT_COLUMNS;
import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.ROW_BITS;
import static basalt.component.layout.BlockLayout.ROW_MASK;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.DeadEventException;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.memory.MemorySource;
import basalt.storage.BlockPool.AlignedMemory;
import basalt.storage.ColumnSet;
import basalt.storage.PartReader;
import basalt.storage.PartWriter;
import basalt.storage.References;
import basalt.storage.RowImage;
import basalt.storage.RowImage.Lanes;
import basalt.storage.StateBuffer;
import basalt.storage.change.Events.EventReaders;
import java.util.Arrays;

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

    public long append() {
        return current.append();
    }

    public long append(RowImage image) {
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

    public Object reference(long event, int slot) {
        return holder(event).reference(event, slot);
    }

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

    public void trim() {
        older.trim();
        current.trim();
    }

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

    boolean hasReferences() {
        return hasReferences;
    }

    Component<?> type() {
        return type;
    }

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

    /**
     * The events of one type and tick, in pages of {@code ROWS} events each. In a page the columns follow each other
     * from offset 0. A type without native columns has no pages. Pages are reused when the buffer is used for another
     * tick.
     *
     * <p>Rows after the last event have null references.
     */
    static final class EventBuffer {
        private final ColumnSet set;
        private final MemorySource source;
        private final int pageBytes;
        private final References references = new References();
        private final Lanes lanes;
        private long[] pages = new long[1];
        private int pageCount;
        private long first;
        private long end;

        EventBuffer(ColumnSet set, MemorySource source) {
            this.set = set;
            this.source = source;
            this.lanes = set.lanes();
            this.pageBytes = EventColumns.pageBytes(set.component());
        }

        long first() {
            return first;
        }

        long end() {
            return end;
        }

        long append() {
            requirePages(end - first + 1);
            int row = row(end);
            set.zero(origin(end), row >>> 6, 1L << row);
            return end++;
        }

        long append(RowImage image) {
            requirePages(end - first + 1);
            int row = row(end);
            image.write(origin(end), page(end), row >>> 6, 1L << row, references);
            return end++;
        }

        /** The address that the offsets of the type's columns are added to; 0 if it has no native columns. */
        long origin(long event) {
            return pageBytes == 0 ? 0 : pages[page(event)] - EVENT_COLUMNS;
        }

        int row(long event) {
            return (int) (event - first) & ROW_MASK;
        }

        Object reference(long event, int slot) {
            return references.get(slot, page(event), row(event));
        }

        void setReference(long event, int slot, Object value) {
            references.set(slot, page(event), row(event), value);
        }

        Record read(long event) {
            return set.read(origin(event), page(event), row(event), references);
        }

        void restart(long next) {
            for (int slot : set.referenceSlots()) {
                for (long from = first; from < end; from += ROWS) {
                    references.clearFirst(slot, page(from), (int) Math.min(ROWS, end - from));
                }
            }
            first = next;
            end = next;
        }

        /** Writes the events, with their references if they are values. */
        void save(StateBuffer to, boolean withReferences) {
            to.putLong(first);
            to.putLong(end);
            for (int page = 0; page < usedPages(); page++) {
                for (int lane = 0; lane < lanes.count(); lane++) {
                    to.putBytes(lane(page, lanes.offset(lane)), bytes(rowsOf(page), lane));
                }
            }
            to.putLong(withReferences ? 1 : 0);
            for (long event = first; withReferences && event < end; event++) {
                for (int slot : set.referenceSlots()) {
                    to.putObject(reference(event, slot));
                }
            }
        }

        /** Allocates memory for the events that were written by {@link #save}, and passes over them. */
        void prepare(StateBuffer from) {
            long savedFirst = from.getLong();
            long count = from.getLong() - savedFirst;
            requirePages(count);
            for (long rest = count; rest > 0; rest -= ROWS) {
                for (int lane = 0; lane < lanes.count(); lane++) {
                    from.skip(bytes(Math.min(rest, ROWS), lane));
                }
            }
            boolean hasReferences = from.getLong() == 1;
            for (long event = 0; hasReferences && event < count; event++) {
                for (int slot : set.referenceSlots()) {
                    if (from.getObject() != null) {
                        references.cover(slot, (int) (event >>> ROW_BITS));
                    }
                }
            }
        }

        /** Replaces the events by those that were written by {@link #save}, after {@link #prepare}. */
        void restore(StateBuffer from) {
            restart(from.getLong());
            end = from.getLong();
            for (int page = 0; page < usedPages(); page++) {
                for (int lane = 0; lane < lanes.count(); lane++) {
                    from.getBytes(lane(page, lanes.offset(lane)), bytes(rowsOf(page), lane));
                }
            }
            boolean hasReferences = from.getLong() == 1;
            for (long event = first; hasReferences && event < end; event++) {
                for (int slot : set.referenceSlots()) {
                    setReference(event, slot, from.getObject());
                }
            }
        }

        /** Replaces the events by so many with undefined columns and null references. */
        void restart(long next, long count) {
            restart(next);
            requirePages(count);
            end = next + count;
        }

        void save(PartWriter to, Column column, int lane) {
            for (int page = 0; page < usedPages(); page++) {
                long values = lane(page, column.laneOffset(lane));
                to.putMemory(values, rowsOf(page) << column.kind().shift());
            }
        }

        void load(PartReader from, Column column, int lane) {
            for (int page = 0; page < usedPages(); page++) {
                long values = lane(page, column.laneOffset(lane));
                from.getMemory(values, rowsOf(page) << column.kind().shift());
            }
        }

        private int rowsOf(int page) {
            return (int) Math.min(end - first - ((long) page << ROW_BITS), ROWS);
        }

        private int usedPages() {
            return pageBytes == 0 ? 0 : (int) (end - first + ROW_MASK >>> ROW_BITS);
        }

        private long lane(int page, int offset) {
            return pages[page] - EVENT_COLUMNS + offset;
        }

        /** The bytes of a lane's first rows, up to a multiple of 8, as all rows of a page are one. */
        private long bytes(long rows, int lane) {
            return (rows << lanes.shift(lane)) + 7 & ~7L;
        }

        long reservedBytes() {
            return pageCount * AlignedMemory.reserved(pageBytes);
        }

        void trim() {
            int used = (int) (end - first + ROW_MASK >>> ROW_BITS);
            while (pageCount > used) {
                AlignedMemory.free(source, pages[--pageCount], pageBytes);
            }
            for (int slot : set.referenceSlots()) {
                references.truncate(slot, used);
            }
        }

        private int page(long event) {
            return (int) (event - first >>> ROW_BITS);
        }

        /** Allocates pages for a number of events. */
        private void requirePages(long count) {
            while (pageBytes > 0 && pageCount < count + ROW_MASK >>> ROW_BITS) {
                long page = AlignedMemory.allocate(source, pageBytes);
                if (pageCount == pages.length) {
                    pages = Arrays.copyOf(pages, 2 * pageCount);
                }
                pages[pageCount++] = page;
            }
        }
    }

    /** The columns of event types. The library represents them by a component that no entity has. */
    public static final class EventColumns {
        private EventColumns() {}

        @SuppressWarnings("unchecked") // a type's component has the same record
        public static <E extends Record> Component<E> of(EventType<E> type) {
            if (type == null) {
                throw new IllegalArgumentException("event type must not be null; is its TYPE constant initialised?");
            }
            return (Component<E>) type.info();
        }

        public static Component<?> of(Record event) {
            if (event == null) {
                throw new IllegalArgumentException("an event must not be null");
            }
            return of(EventType.of(event.getClass()));
        }

        /**
         * Size of a page of events, in which the columns follow each other. Returns bytes, padding included; 0 if the
         * events have no native columns.
         */
        public static int pageBytes(Component<?> columns) {
            int end = EVENT_COLUMNS;
            for (Column column : columns.columns()) {
                if (!(column instanceof ReferenceColumn<?>)) {
                    end = column.offset() + column.length() * column.kind().laneStride();
                }
            }
            return end - EVENT_COLUMNS;
        }

        /** The event type of a component that {@link #of} has returned. */
        static EventType<?> type(Component<?> columns) {
            return EventType.of(columns.type());
        }
    }
}
