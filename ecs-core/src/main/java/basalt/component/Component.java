package basalt.component;

import basalt.component.layout.RecordAccess;
import basalt.internal.Friend;
import java.util.List;

/**
 * A component type: data that an entity can have. It is described by a record, registered once for the process, and
 * kept in a constant:
 *
 * <pre>{@code
 * public record Position(float x, float y) {
 *     public static final Component<Position> TYPE = Component.of(Position.class);
 *     public static final FloatColumn X = TYPE.float32("x");
 *     public static final FloatColumn Y = TYPE.float32("y");
 * }
 * }</pre>
 *
 * <p>Each field of the record becomes a column: {@code float}, {@code double}, {@code byte}, {@code short}, {@code
 * int}, {@code long} and {@code boolean} as such; arrays of these with {@link Length} as vectors; {@code long} with
 * {@link EntityHandle} as an entity handle; all other types as references to heap objects, see {@link WithCodec}. A
 * record without fields is a tag.
 *
 * <p>A component describes data and holds none. There is one object for each, so {@code ==} compares components.
 * Immutable and safe for all threads.
 *
 * @param <T> the record
 */
public final class Component<T extends Record> extends ComponentInfo implements RecordType<T> {
    private final RecordSchema<T> schema;
    private final List<Column> columns;
    private final EventType<T> eventType;

    static {
        Friend.install(Component.class, RecordAccess.class, new Friend<Component<?>, RecordAccess>() {
            @Override
            public RecordAccess internal(Component<?> component) {
                return component.schema.access();
            }
        });
    }

    Component(RecordSchema<T> schema) {
        super(schema);
        this.schema = schema;
        this.columns = ColumnFactory.columnsOf(this);
        this.eventType = schema.isEvent() ? new EventType<>(this) : null;
    }

    @Override
    RecordSchema<T> schema() {
        return schema;
    }

    /** The event type that the record describes; null if it describes a component of entities. */
    EventType<T> eventType() {
        return eventType;
    }

    /**
     * The component of a record. The first call registers it. A record that registers itself in a constant, with
     * options, is initialised first. May be called by any thread at any time. Lookup is fast afterwards.
     *
     * @param <T> the record
     * @param type the record's class
     * @return the component, always the same instance for the same class
     * @throws IllegalArgumentException if the type is null, not a record, that of an {@link EventType}, not accessible,
     *     or has a field that no column can hold; if its static part throws, or has a constant that was copied from
     *     another record and not changed; if the name is taken by the same class of another class loader, until that is
     *     garbage; if the process has too few component ids or bytes a row left. A registration that fails changes
     *     nothing.
     */
    public static <T extends Record> Component<T> of(Class<T> type) {
        return ComponentRegistry.process().of(type);
    }

    /**
     * The component with a name, if it is registered: a record is registered when its class is initialised, such as at
     * the first use of its constants. Components of the library always are. May be called by any thread at any time.
     *
     * @param name the name of the component
     * @return the component, or null
     */
    public static Component<?> tryFind(String name) {
        Component<?> known = ComponentRegistry.process().named(name);
        return known == null || known.isEvent() ? null : known;
    }

    /**
     * Starts the registration of a component with options.
     *
     * @param <T> the record
     * @param type the record's class
     * @return a builder
     */
    public static <T extends Record> ComponentBuilder<T> builder(Class<T> type) {
        return new ComponentBuilder<>(type);
    }

    @Override
    public Class<T> type() {
        return schema.type();
    }

    @Override
    public List<Column> columns() {
        return columns;
    }
}
