package basalt.storage.change;

import basalt.component.Component;
import basalt.memory.MemorySource;
import basalt.storage.PartReader;
import basalt.storage.PartWriter;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.StateParts;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/** The events of one world, by their type. */
public final class Events implements StatePart {
    private final MemorySource source;
    private final StateParts files;
    private final List<EventPages> all = new ArrayList<>();
    private EventPages[] byId = new EventPages[0];

    /** The ticks that have ended, up to those after which all events of a file are gone. */
    private int ticks;

    public Events(MemorySource source, StateParts files) {
        this.source = source;
        this.files = files;
        files.add(this);
    }

    public EventPages of(Component<?> type) {
        int id = type.id();
        return id < byId.length && byId[id] != null ? byId[id] : create(type);
    }

    public void swap() {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).swap();
        }
        if (ticks < SavedEvents.TICKS) {
            ticks++;
            for (SavedRecord saved : files.waiting()) {
                if (saved.kind().equals(SavedRecord.EVENTS)) {
                    SavedEvents.age(saved.bytes());
                }
            }
        }
    }

    @Override
    public void requireKeepable(Set<Class<?>> excluded, boolean isFile) {
        for (int i = 0; i < all.size(); i++) {
            StateParts.requireCodecs("event type ", all.get(i).type(), excluded, isFile);
        }
    }

    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> withoutReferences) {
        for (EventPages pages : all) {
            if (pages.sent() > 0) {
                to.accept(SavedEvents.save(
                        pages, !withoutReferences.contains(pages.type().type())));
            }
        }
    }

    @Override
    public void save(StateBuffer to) {
        to.putLong(all.size());
        for (int i = 0; i < all.size(); i++) {
            to.putLong(all.get(i).type().id());
            EventPages pages = all.get(i);
            pages.save(
                    to, pages.hasReferences() && !files.isExcluded(pages.type().type()));
        }
    }

    /** Allocates memory for what was written by {@link #save}, and passes over it. */
    @Override
    public void prepare(StateBuffer from) {
        for (long count = from.getLong(); count > 0; count--) {
            byId[(int) from.getLong()].prepare(from);
        }
    }

    /**
     * Replaces the live events by those that were written by {@link #save}, after {@link #prepare}. There are no events
     * of types that were first used later.
     */
    @Override
    public void restore(StateBuffer from) {
        long count = from.getLong();
        for (int i = 0; i < all.size(); i++) { // types are never removed, so the saved ones come first
            if (i < count) {
                from.getLong();
                all.get(i).restore(from);
            } else {
                all.get(i).restoreUnused();
            }
        }
    }

    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.get(i).reservedBytes();
        }
        return bytes;
    }

    public void close() {
        all.forEach(EventPages::close);
    }

    private EventPages create(Component<?> type) {
        files.requireNoOther(type);
        EventPages pages = new EventPages(type, source);
        SavedRecord saved = files.find(SavedRecord.EVENTS, type.name());
        try {
            if (saved != null) {
                SavedEvents.load(saved.bytes(), pages, files.skipsUnknown());
            }
            if (type.id() >= byId.length) {
                byId = Arrays.copyOf(byId, type.id() + 1);
            }
            all.add(pages);
            byId[type.id()] = pages;
            files.taken(saved);
        } catch (RuntimeException e) {
            pages.close();
            throw e;
        }
        return pages;
    }

    /**
     * The readers of the events of one type that can be used, in the order in which they were made, for snapshots and
     * files. Those of a file wait until the program makes them again. Readers may be added by any thread.
     */
    public static final class EventReaders {
        private final EventPages pages;
        private final List<WeakReference<EventCursor>> readers = new ArrayList<>();

        /** The readers of a loaded world that were not made again. They are the last ones of the list. */
        private final Queue<EventCursor> waiting = new ArrayDeque<>();

        private long lastNumber;

        EventReaders(EventPages pages) {
            this.pages = pages;
        }

        /**
         * Adds a reader. In a loaded world, the first one takes over the place of the first one of the file, and so on.
         */
        public synchronized EventCursor add(long position) {
            EventCursor saved = waiting.poll();
            return saved != null ? saved : newCursor(position, 0);
        }

        private EventCursor newCursor(long position, long missed) {
            readers.removeIf(reference -> reference.get() == null);
            EventCursor cursor = new EventCursor(pages, ++lastNumber, position, missed);
            readers.add(new WeakReference<>(cursor));
            return cursor;
        }

        synchronized void remove(EventCursor closed) {
            readers.removeIf(reference -> reference.get() == closed || reference.get() == null);
        }

        synchronized void save(StateBuffer to) {
            for (int i = 0; i < readers.size(); i++) {
                EventCursor reader = readers.get(i).get();
                if (reader != null) {
                    to.putLong(reader.number);
                    to.putLong(reader.position);
                    to.putLong(reader.missed);
                }
            }
            to.putLong(0);
        }

        /** Passes over what was written by {@link #save}. */
        static void skip(StateBuffer from) {
            while (from.getLong() != 0) {
                from.skip(2 * Long.BYTES);
            }
        }

        /** All readers read what is sent from now on. */
        synchronized void restoreUnused() {
            for (int i = 0; i < readers.size(); i++) {
                EventCursor reader = readers.get(i).get();
                if (reader != null) {
                    reader.restore(pages.sent(), 0);
                }
            }
        }

        /** Restores the places of the readers. Those that were made later read what is sent from now on. */
        synchronized void restore(StateBuffer from) {
            restoreUnused();
            for (long number = from.getLong(); number != 0; number = from.getLong()) {
                long position = from.getLong();
                long missed = from.getLong();
                for (int i = 0; i < readers.size(); i++) {
                    EventCursor reader = readers.get(i).get();
                    if (reader != null && reader.number == number) {
                        reader.restore(position, missed);
                    }
                }
            }
        }

        /** Writes the places for a file, which has lower numbers. */
        synchronized void save(PartWriter to, long lower) {
            List<EventCursor> saved = readers.stream()
                    .map(WeakReference::get)
                    .filter(Objects::nonNull)
                    .toList();
            to.putInt(saved.size());
            for (EventCursor reader : saved) {
                long position = Math.max(0, reader.position - lower);
                to.putLong(position);
                to.putLong(Math.min(position, reader.missed));
            }
        }

        /** Reads the places from a file, which wait. */
        synchronized void load(PartReader from) {
            for (int count = from.getInt(); count > 0; count--) {
                waiting.add(newCursor(from.getLong(), from.getLong()));
            }
        }

        /** The place of one reader among the events of a type. For one thread at a time. Makes no garbage. */
        public static final class EventCursor {
            private static final long NONE = -1;

            private final EventPages pages;

            /** The number among those of the type, which snapshots refer to. */
            private final long number;

            /** The next event to read; those before it were read, skipped or missed. */
            private long position;

            private long event = NONE;
            private long missed;

            EventCursor(EventPages pages, long number, long position, long missed) {
                this.pages = pages;
                this.number = number;
                this.position = position;
                this.missed = missed;
            }

            void restore(long newPosition, long newMissed) {
                position = newPosition;
                missed = newMissed;
                event = NONE;
            }

            /** Goes to the next event, after {@link #catchUp}. */
            public boolean next(long end) {
                event = position < end ? position++ : NONE;
                return event != NONE;
            }

            public void leave() {
                event = NONE;
            }

            public boolean isAtEvent() {
                return event != NONE;
            }

            public long event() {
                return event;
            }

            /** Skips all events, after {@link #catchUp}. */
            public void skipAll() {
                position = pages.sent();
                event = NONE;
            }

            /** The events to read, after {@link #catchUp}. */
            public long remaining() {
                return pages.sent() - position;
            }

            /** The events that were gone before they were read. */
            public long missed() {
                return missed;
            }

            public void catchUp() {
                long gone = pages.firstLive() - position;
                if (gone > 0) {
                    missed += gone;
                    position += gone;
                }
            }

            /** Ends the reader, whose place is in no snapshot or file any more. */
            public void close() {
                pages.readers().remove(this);
            }
        }
    }
}
