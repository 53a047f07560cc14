package basalt.component;

import java.util.List;

/**
 * A component type: data that an entity can have. It is described by a record, whose class names it in most calls, and
 * registered once for the process. Code over single columns, and options, need it itself; then constants keep both:
 *
 * <pre>{@code
 * public record Position(float x, float y) {}
 *
 * public record Health(int points, int most, float regeneration) {
 *     public static final Component<Health> TYPE = Component.builder(Health.class).sparse().build();
 *     public static final IntColumn POINTS = TYPE.int32("points");
 * }
 * }</pre>
 *
 * <p>Each field of the record becomes a column:
 *
 * <ul>
 *   <li>{@code float}, {@code double}, {@code byte}, {@code short}, {@code int}, {@code long} and {@code boolean} as
 *       such, {@code char} as its 16 bits in an {@link #int16} column; arrays of these with {@link Length} as vectors,
 *       and without it as lists of any length, see {@link ListColumn}; {@code long} with {@link EntityHandle} as an
 *       entity handle;
 *   <li>{@code String} as a list of the bytes of its UTF-8, or null, see {@link StringColumn};
 *   <li>an enum as a column of its constants' ordinals, see {@link EnumColumn}. A component that is added without
 *       values has the first constant;
 *   <li>a record as the columns of its own fields, at any depth: {@code record Body(Position position)} has the columns
 *       {@code position.x} and {@code position.y}. Such a record must not be null. It can be that of a component, or
 *       not; its constants do not matter;
 *   <li>any other type as a reference to an object on the heap. Files and snapshots contain it if it has a codec:
 *       boxes of primitives, {@code UUID}, {@code Instant}, and {@code Optional}, {@code List}, {@code Set} and {@code
 *       Map} of such, of strings, of enums, or of records of all these have one; for others, and for records, strings
 *       and enums that shall be references, the field has {@link WithCodec}. Without a codec an object can be stored,
 *       but saving the world is an error that names the field and the type.
 * </ul>
 *
 * <p>What cannot be stored at all is an error when the record is registered: a record in a record of its own type, a
 * nested record that is not accessible, and more fields than a constructor can have. A record without fields is a tag.
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

    /**
     * The component of a record, if it is registered. Initialises the record's class, which may register it. May be
     * called by any thread at any time.
     *
     * @return the component, or null
     * @throws IllegalArgumentException if the type is null or not a record; if its static part throws
     */
    @SuppressWarnings("unchecked") // a class's component is of this very class
    public static <T extends Record> Component<T> tryFind(Class<T> type) {
        return (Component<T>) ComponentRegistry.process().tryFind(type);
    }

    /**
     * Gives up the components and event types of a class loader, such as that of a mod that is loaded again: their
     * names are free for the classes of another one, also while the old classes are still in use. A world goes over by
     * its file: save it, close it, release the loader, and load the file, in which fields that have changed follow the
     * rules of files. A world that stays open keeps the old component, and refuses another one of its name. May be
     * called by any thread at any time.
     *
     * @param loader the loader of the records
     * @return how many components and event types have been given up
     * @throws IllegalArgumentException if the loader is null or that of this library
     */
    public static int release(ClassLoader loader) {
        return ComponentRegistry.process().release(loader);
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
