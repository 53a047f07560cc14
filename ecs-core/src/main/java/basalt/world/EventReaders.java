package basalt.world;

import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import basalt.storage.event.EventPages;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** The readers of one channel that can be used, for snapshots. Readers may be added by any thread. */
final class EventReaders implements StatePart {
    private final EventPages pages;
    private final List<WeakReference<EventReader<?>>> readers = new ArrayList<>();
    private long lastNumber;
    private int sizeAfterPruning = 8;

    EventReaders(EventPages pages) {
        this.pages = pages;
    }

    /** Adds a reader; returns its number in the channel. */
    synchronized long add(EventReader<?> reader) {
        if (readers.size() >= 2 * sizeAfterPruning) {
            readers.removeIf(reference -> reference.get() == null);
            sizeAfterPruning = Math.max(8, readers.size());
        }
        readers.add(new WeakReference<>(reader));
        return ++lastNumber;
    }

    @Override
    public synchronized void save(StateBuffer to) {
        for (int i = 0; i < readers.size(); i++) {
            EventReader<?> reader = readers.get(i).get();
            if (reader != null) {
                to.putLong(reader.number());
                reader.save(to);
            }
        }
        to.putLong(0);
    }

    /** All readers read what is sent from now on. */
    @Override
    public synchronized void restoreUnused() {
        for (int i = 0; i < readers.size(); i++) {
            EventReader<?> reader = readers.get(i).get();
            if (reader != null) {
                reader.restore(pages.sent(), 0);
            }
        }
    }

    /** Restores the places of the readers. Those that were made later read what is sent from now on. */
    @Override
    public synchronized void restore(StateBuffer from) {
        restoreUnused();
        for (long number = from.getLong(); number != 0; number = from.getLong()) {
            long position = from.getLong();
            long missed = from.getLong();
            for (int i = 0; i < readers.size(); i++) {
                EventReader<?> reader = readers.get(i).get();
                if (reader != null && reader.number() == number) {
                    reader.restore(position, missed);
                }
            }
        }
    }
}
