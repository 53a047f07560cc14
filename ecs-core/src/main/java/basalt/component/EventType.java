package basalt.component;

import java.util.List;

/**
 * A type of events, which are sent in one tick and read until the end of the next. It is described by a record,
 * registered once for the process, and kept in a constant:
 *
 * <pre>{@code
 * public record Hit(@EntityHandle long target, float damage) {
 *     public static final EventType<Hit> TYPE = EventType.of(Hit.class);
 *     public static final EntityColumn TARGET = TYPE.entity("target");
 *     public static final FloatColumn DAMAGE = TYPE.float32("damage");
 * }
 * }</pre>
 *
 * <p>The record's fields become columns like those of a {@link Component}, in pages of 16,384 events, but there are no
 * lists, and strings are references. An event type takes one of the process's component ids, but does not count
 * towards the limit of bytes a row. A record is either a component or an event type.
 *
 * <p>Immutable and safe for all threads.
 */
public final class EventType<T extends Record> implements RecordType<T> {
    /** Describes the columns of the events. No entity has this component. */
    final Component<T> component;

    EventType(Component<T> component) {
        this.component = component;
    }

    /**
     * The event type of a record. The first call registers it. May be called by any thread at any time. Lookup is fast
     * afterwards.
     *
     * @return the event type, always the same instance for the same class
     * @throws IllegalArgumentException if the type is null, not a record, that of a {@link Component}, not accessible,
     *     or has a field that no column can hold; if its static part throws, or has a constant that was copied from
     *     another record and not changed; if the name is taken by the same class of another class loader, until that is
     *     garbage; if the process has too few component ids left, or an event has more bytes than the limit of bytes a
     *     row. A registration that fails changes nothing.
     */
    public static <T extends Record> EventType<T> of(Class<T> type) {
        return ComponentRegistry.process().eventOf(type);
    }

    /**
     * The event type with a name, if it is registered: a record is registered when its class is initialised, such as
     * at the first use of its constants. May be called by any thread at any time.
     *
     * @param name the name of the record's class
     * @return the event type, or null
     */
    public static EventType<?> tryFind(String name) {
        Component<?> known = ComponentRegistry.process().named(name);
        return known == null ? null : known.eventType();
    }

    @Override
    public String name() {
        return component.name();
    }

    /**
     * The description that the columns of the events have as their {@link Column#component}.
     *
     * @return the description; {@link ComponentInfo#isEvent()} is true
     */
    public ComponentInfo info() {
        return component;
    }

    @Override
    public Class<T> type() {
        return component.type();
    }

    @Override
    public List<Column> columns() {
        return component.columns();
    }

    /** The type as text, for messages. */
    @Override
    public String toString() {
        return name();
    }
}
