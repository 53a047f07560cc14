package basalt.storage.change;

import basalt.storage.PartReader;
import basalt.storage.PartWriter;
import basalt.storage.StateBuffer;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The readers of the events of one type that can be used, in the order in which they were made, for snapshots and
 * files. Those of a file wait until the program makes them again. Readers may be added by any thread.
 */
public final class EventReaders {
    private final EventPages pages;
    private final List<WeakReference<EventCursor>> readers = new ArrayList<>();

    /** The readers of a loaded world that were not made again. They are the last ones of the list. */
    private final Queue<EventCursor> waiting = new ArrayDeque<>();

    private long lastNumber;
    private int sizeAfterPruning = 8;

    EventReaders(EventPages pages) {
        this.pages = pages;
    }

    /** Adds a reader. In a loaded world, the first one takes over the place of the first one of the file, and so on. */
    public synchronized EventCursor add(long position) {
        EventCursor saved = waiting.poll();
        return saved != null ? saved : newCursor(position, 0);
    }

    private EventCursor newCursor(long position, long missed) {
        if (readers.size() >= 2 * sizeAfterPruning) {
            readers.removeIf(reference -> reference.get() == null);
            sizeAfterPruning = Math.max(8, readers.size());
        }
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
                to.putLong(reader.number());
                reader.save(to);
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
                if (reader != null && reader.number() == number) {
                    reader.restore(position, missed);
                }
            }
        }
    }

    /** Writes the places for a file, which has lower numbers. */
    synchronized void save(PartWriter to, long lower) {
        List<EventCursor> saved = new ArrayList<>();
        for (WeakReference<EventCursor> reference : readers) {
            EventCursor reader = reference.get();
            if (reader != null) {
                saved.add(reader);
            }
        }
        to.putInt(saved.size());
        for (EventCursor reader : saved) {
            long position = Math.max(0, reader.position() - lower);
            to.putLong(position);
            to.putLong(Math.min(position, reader.missed()));
        }
    }

    /** Reads the places from a file, which wait. */
    synchronized void load(PartReader from) {
        for (int count = from.getInt(); count > 0; count--) {
            waiting.add(newCursor(from.getLong(), from.getLong()));
        }
    }
}
