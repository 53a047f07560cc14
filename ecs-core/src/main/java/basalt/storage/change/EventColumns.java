package basalt.storage.change;

import static basalt.component.layout.BlockLayout.EVENT_COLUMNS;

import basalt.component.Column;
import basalt.component.Component;
import basalt.component.EventType;
import basalt.component.ReferenceColumn;
import basalt.internal.Friend;

/** The columns of event types. The library represents them by a component that no entity has. */
public final class EventColumns {
    private static final Friend<EventType<?>, Component<?>> TYPES = Friend.of(EventType.class, Component.class);

    private EventColumns() {}

    /** The columns of an event type. */
    @SuppressWarnings("unchecked") // a type's component has the same record
    public static <E extends Record> Component<E> of(EventType<E> type) {
        if (type == null) {
            throw new IllegalArgumentException("event type must not be null; is its TYPE constant initialised?");
        }
        return (Component<E>) TYPES.internal(type);
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
        return TYPES.exported(columns);
    }
}
