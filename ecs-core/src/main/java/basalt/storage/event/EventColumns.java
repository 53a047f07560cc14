package basalt.storage.event;

import basalt.component.Component;
import basalt.component.EventType;
import basalt.friend.Friend;
import basalt.storage.RowImage;

/** How the columns of event types lie: as those of a component that no entity has, which the library knows them by. */
public final class EventColumns {
    private static final Friend<EventType<?>, Component<?>> TYPES = Friend.of(EventType.class, Component.class);

    private EventColumns() {}

    /**
     * How the columns of an event type lie.
     *
     * @param type what a user gave
     * @param <E> the record
     * @return a component that no entity has
     * @throws IllegalArgumentException if the type is null
     */
    @SuppressWarnings("unchecked") // a type's component is one of the same record
    public static <E extends Record> Component<E> of(EventType<E> type) {
        if (type == null) {
            throw new IllegalArgumentException("event type must not be null; is its TYPE constant initialised?");
        }
        return (Component<E>) TYPES.inside(type);
    }

    /**
     * The image of an event.
     *
     * @param event the record; its class is registered as an event type if it was not yet
     * @return its image
     * @throws IllegalArgumentException if the record is null, that of a component, or a vector of it is null or has a
     *     wrong length
     */
    public static RowImage image(Record event) {
        if (event == null) {
            throw new IllegalArgumentException("an event must not be null");
        }
        return RowImage.of(of(EventType.of(event.getClass())), event);
    }

    /** The event type whose columns lie as a component says. */
    static EventType<?> type(Component<?> columns) {
        return TYPES.outside(columns);
    }
}
