package basalt.component;

import basalt.component.codec.RecordCodec;
import basalt.friend.Friend;
import java.util.List;

/**
 * A component type: what an entity can have. It is described by a record, registered once for the process, and kept in
 * a constant:
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
 * {@link EntityHandle} as an entity handle; all other types as references to heap objects. A record without fields is a
 * tag.
 *
 * <p>A component describes and holds no data. There is one object for each, so that {@code ==} compares components.
 * Immutable and safe for all threads.
 *
 * @param <T> the record
 */
public final class Component<T extends Record> implements RecordType<T> {
    private final int id;
    private final boolean isSparse;
    private final boolean isEvent;
    private final RecordSchema<T> schema;

    static {
        Friend.install(Component.class, RecordCodec.class, new Friend<Component<?>, RecordCodec<?>>() {
            @Override
            public RecordCodec<?> inside(Component<?> component) {
                return component.schema;
            }
        });
    }

    Component(RecordSchema<T> schema) {
        this.id = schema.placement().id();
        this.isSparse = schema.placement().paged();
        this.isEvent = schema.isEvent();
        this.schema = schema;
    }

    RecordSchema<T> schema() {
        return schema;
    }

    /**
     * The component of a record. The first call registers it; a record that registers itself in a constant does so
     * first, with the options it chooses there. May run in any thread at any time; lookup is fast afterwards.
     *
     * @param <T> the record
     * @param type the record's class
     * @return the component, always the same instance for the same class
     * @throws IllegalArgumentException if the type is null, not a record, that of an {@link EventType}, not accessible,
     *     or has a field that no column can hold; if the name is taken by the same class of another class loader; if
     *     the process has too few component ids or bytes a row left. A registration that fails changes nothing.
     */
    public static <T extends Record> Component<T> of(Class<T> type) {
        return ComponentRegistry.process().of(type);
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

    /**
     * The number of the component in the process.
     *
     * @return a number from 2 up
     */
    public int id() {
        return id;
    }

    /**
     * Whether the columns lie in pages of the component rather than in the blocks.
     *
     * @return true for a component that was registered as sparse; never without native columns
     */
    public boolean isSparse() {
        return isSparse;
    }

    /**
     * Whether this stands behind the columns of an {@link EventType}: no entity has it, and it is rejected wherever a
     * component of entities is asked for.
     *
     * @return true for what {@link Column#component()} answers of an event's column
     */
    public boolean isEvent() {
        return isEvent;
    }

    @Override
    public String name() {
        return schema.name();
    }

    @Override
    public Class<T> type() {
        return schema.type();
    }

    /**
     * Whether the record has no fields.
     *
     * @return true for a tag
     */
    public boolean isTag() {
        return schema.fieldCount() == 0;
    }

    /**
     * Whether a field is a reference to a heap object.
     *
     * @return true if one of the columns is a {@link ReferenceColumn}
     */
    public boolean hasReferences() {
        return schema.hasReferences();
    }

    /**
     * Bytes of the columns for each row, without padding and references.
     *
     * @return the bytes, 0 for a tag
     */
    public int bytesPerRow() {
        return schema.bytesPerRow();
    }

    /**
     * Size of the page that holds the columns of a sparse component for one block.
     *
     * @return the bytes, a multiple of 64; 0 if the component is not sparse
     */
    public int pageBytes() {
        return schema.placement().pageBytes();
    }

    @Override
    public List<Column> columns() {
        return schema.columns();
    }

    /**
     * The id, so that the order of hashed components is the same in each run.
     *
     * @return the id
     */
    @Override
    public int hashCode() {
        return id;
    }

    /**
     * The component as text, for messages.
     *
     * @return name and id
     */
    @Override
    public String toString() {
        return name() + "#" + id;
    }
}
