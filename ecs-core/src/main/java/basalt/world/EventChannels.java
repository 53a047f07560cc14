package basalt.world;

import basalt.component.EventType;
import basalt.storage.access.Store;
import java.util.HashMap;
import java.util.Map;

/** The event channels of one world, each made when it is first used. */
final class EventChannels {
    private final Store store;
    private final Map<EventType<?>, EventChannel<?>> byType = new HashMap<>();

    EventChannels(Store store) {
        this.store = store;
    }

    @SuppressWarnings("unchecked") // a type's channel was made for this very type
    <E extends Record> EventChannel<E> of(EventType<E> type) {
        EventChannel<?> channel = byType.get(type);
        if (channel == null) {
            channel = new EventChannel<>(store, type);
            byType.put(type, channel);
        }
        return (EventChannel<E>) channel;
    }
}
