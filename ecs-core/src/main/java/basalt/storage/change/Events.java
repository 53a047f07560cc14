package basalt.storage.change;

import basalt.component.Component;
import basalt.memory.MemorySource;
import basalt.storage.SavedParts;
import basalt.storage.SavedRecord;
import basalt.storage.StateBuffer;
import basalt.storage.StatePart;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The events of one world, by their type. */
public final class Events implements StatePart, SavedParts.Part {
    private final MemorySource source;
    private final SavedParts files;
    private final List<EventPages> all = new ArrayList<>();
    private EventPages[] byId = new EventPages[0];

    /** The records of the types whose references snapshots leave out. */
    private Set<Class<?>> excluded = Set.of();

    /** The ticks that have ended, up to those after which all events of a file are gone. */
    private int ticks;

    /** Creates an object without events. */
    public Events(MemorySource source, SavedParts files) {
        this.source = source;
        this.files = files;
        files.add(this);
    }

    public EventPages of(Component<?> type) {
        int id = type.id();
        return id < byId.length && byId[id] != null ? byId[id] : create(type);
    }

    /** Ends the tick for all types. */
    public void swap() {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).swap();
        }
        if (ticks < SavedEvents.TICKS) {
            ticks++;
            files.waiting(SavedRecord.EVENTS).forEach(saved -> SavedEvents.age(saved.bytes()));
        }
    }

    /** Makes the records of the types of which events were sent. */
    @Override
    public void save(Consumer<SavedRecord> to, Set<Class<?>> withoutReferences) {
        for (EventPages pages : all) {
            if (pages.sent() > 0) {
                to.accept(SavedEvents.save(
                        pages, !withoutReferences.contains(pages.type().type())));
            }
        }
    }

    /**
     * Writes the live events of all types.
     */
    @Override
    public void save(StateBuffer to) {
        to.putLong(all.size());
        for (int i = 0; i < all.size(); i++) {
            to.putLong(all.get(i).type().id());
            EventPages pages = all.get(i);
            pages.save(
                    to, pages.hasReferences() && !excluded.contains(pages.type().type()));
        }
    }

    /**
     * Allocates memory for what was written by {@link #save}, and passes over it.
     */
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

    /** Sets the types whose references snapshots leave out: they are null after a restoration. */
    public void exclude(Set<Class<?>> records) {
        excluded = records;
    }

    /** The number of types that were used. */
    public int typeCount() {
        return all.size();
    }

    /** The columns of a type that was used. */
    public Component<?> type(int index) {
        return all.get(index).type();
    }

    /** {@return bytes reserved for events} */
    public long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.get(i).reservedBytes();
        }
        return bytes;
    }

    /** Removes all events, and frees all memory. */
    public void close() {
        all.forEach(EventPages::close);
    }

    private EventPages create(Component<?> type) {
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
            files.remove(saved);
        } catch (RuntimeException e) {
            pages.close();
            throw e;
        }
        return pages;
    }
}
