package basalt.storage.event;

import basalt.component.Component;
import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The events of one world, by their type. */
public final class Events {
    private final MemorySource source;
    private final List<EventPages> all = new ArrayList<>();
    private EventPages[] byId = new EventPages[0];

    /**
     * Creates an object without events.
     *
     * @param source memory for events
     */
    public Events(MemorySource source) {
        this.source = source;
    }

    /**
     * The events of a type.
     *
     * @param type the type's columns, see {@link EventColumns#of}
     * @return its events, always the same object for a type
     */
    public EventPages of(Component<?> type) {
        int id = type.id();
        return id < byId.length && byId[id] != null ? byId[id] : create(type);
    }

    /** Ends the tick for all types. */
    public void swap() {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).swap();
        }
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
        if (type.id() >= byId.length) {
            byId = Arrays.copyOf(byId, type.id() + 1);
        }
        EventPages pages = new EventPages(type, source);
        all.add(pages);
        byId[type.id()] = pages;
        return pages;
    }
}
