package basalt.storage;

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

    Events(MemorySource source) {
        this.source = source;
    }

    /**
     * The events of a type.
     *
     * @param type a component without columns in the blocks: sparse, or with nothing but references, or a tag
     * @return its events, always the same object for a type
     * @throws IllegalArgumentException if it has columns in the blocks
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
        requireEventType(type);
        if (type.id() >= byId.length) {
            byId = Arrays.copyOf(byId, type.id() + 1);
        }
        EventPages pages = new EventPages(type, source);
        all.add(pages);
        byId[type.id()] = pages;
        return pages;
    }

    /**
     * Throws unless a component can describe events.
     *
     * @param type the component
     * @throws IllegalArgumentException if its columns lie in blocks
     */
    public static void requireEventType(Component<?> type) {
        if (type.bytesPerRow() > 0 && !type.isSparse()) {
            throw new IllegalArgumentException(
                    "an event type must be sparse, so that its columns lie in pages of their own: "
                            + type.name() + " is dense, build it by Component.builder("
                            + type.type().getSimpleName() + ".class).sparse().build()");
        }
    }
}
