package basalt.component;

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
 */
public final class Component<T extends Record> extends ComponentInfo implements RecordType<T> {
    private final Class<T> type;
    private final List<Column> columns;
    private final EventType<T> eventType;

    Component(Class<T> type, String name, List<RecordField> fields, Layout.Placement placement, Kind kind) {
        super(name, fields, placement, kind);
        this.type = type;
        columns = ColumnFactory.columnsOf(this);
        eventType = kind == Kind.EVENT ? new EventType<>(this) : null;
    }

    /** The event type that the record describes; null if it describes a component of entities. */
    EventType<T> eventType() {
        return eventType;
    }

    /**
     * The component of a record. The first call registers it. A record that registers itself in a constant, with
     * options, is initialised first. May be called by any thread at any time. Lookup is fast afterwards.
     *
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

    /** Starts the registration of a component with options. */
    public static <T extends Record> Builder<T> builder(Class<T> type) {
        return new Builder<>(type);
    }

    @Override
    public Class<T> type() {
        return type;
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    /**
     * Registers a component with options, see {@link Component#builder(Class)}. Not thread-safe itself; {@link
     * #build()} may run in any thread.
     */
    public static final class Builder<T extends Record> {
        private final Class<T> type;
        private String name;
        private boolean sparse;

        Builder(Class<T> type) {
            this.type = type;
        }

        /**
         * Names the component. The default is the name of the record's class ({@link Class#getName()}).
         *
         * @param name the name, unique in the process
         * @throws IllegalArgumentException if the name is null or blank
         */
        public Builder<T> name(String name) {
            if (name == null || name.isBlank()) {
                throw new IllegalArgumentException("a component's name must not be blank: name=" + name);
            }
            this.name = name;
            return this;
        }

        /**
         * Lays the component out apart from the others, below the block's base, so that blocks in which no row has a
         * sparse component reserve no memory for it. For components that are large, or that few entities have. Access
         * is the same and as fast. It has no effect on tags and on components whose fields are all references, which
         * have no bytes.
         */
        public Builder<T> sparse() {
            sparse = true;
            return this;
        }

        /**
         * Registers the component, or finds it if it was registered with the same options before. Safe in any thread.
         *
         * @return the component, always the same instance for the same record
         * @throws IllegalArgumentException if the type is null, not a record, that of an {@link EventType}, not
         *     accessible, or has a field that no column can hold; if its static part throws, or has a constant that was
         *     copied from another record and not changed; if the name is taken; if the record was registered with other
         *     options; if the process has too few component ids or bytes a row left. A registration that fails changes
         *     nothing.
         */
        public Component<T> build() {
            return ComponentRegistry.process().register(type, name, sparse);
        }
    }
}
