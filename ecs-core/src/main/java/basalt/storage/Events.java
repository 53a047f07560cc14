package basalt.storage;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.friend.Friend;
import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The events of one world, by their type. */
public final class Events {
    private static final Friend<EventType<?>, Component<?>> TYPES = Friend.of(EventType.class, Component.class);

    private final MemorySource source;
    private final List<EventPages> all = new ArrayList<>();
    private EventPages[] byId = new EventPages[0];

    Events(MemorySource source) {
        this.source = source;
    }

    /**
     * How the columns of an event type lie: what the library has its events by.
     *
     * @param type what a user gave
     * @param <E> the record
     * @return a component that no entity has
     * @throws IllegalArgumentException if the type is null
     */
    @SuppressWarnings("unchecked") // a type's component is one of the same record
    public static <E extends Record> Component<E> columns(EventType<E> type) {
        if (type == null) {
            throw new IllegalArgumentException("event type must not be null; is its TYPE constant initialised?");
        }
        return (Component<E>) TYPES.inside(type);
    }

    /** The event type whose columns lie as a component says. */
    static EventType<?> type(Component<?> columns) {
        return TYPES.outside(columns);
    }

    /**
     * The events of a type.
     *
     * @param type how the type's columns lie, see {@link #columns}
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

    long reservedBytes() {
        long bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            bytes += all.get(i).reservedBytes();
        }
        return bytes;
    }

    void close() {
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
