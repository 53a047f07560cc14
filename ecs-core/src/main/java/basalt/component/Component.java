package basalt.component;

import basalt.component.codec.RecordCodec;
import basalt.friend.Friend;
import java.util.List;

/**
 * A component type: what an entity can have. It is described by a record, registered once for the process, and kept in a
 * constant:
 *
 * <pre>{@code
 * public record Position(float x, float y) {
 *     public static final Component<Position> TYPE = Component.of(Position.class);
 *     public static final FloatColumn X = TYPE.float32("x");
 *     public static final FloatColumn Y = TYPE.float32("y");
 * }
 * }</pre>
 *
 * <p>Each field of the record becomes a column: {@code float}, {@code double}, {@code byte}, {@code short}, {@code int},
 * {@code long} and {@code boolean} as such; arrays of these with {@link Length} as vectors; {@code long} with
 * {@link EntityHandle} as an entity handle; all other types as references to heap objects. A record without fields is a tag.
 *
 * <p>A component describes and holds no data. There is one object for each, so that {@code ==} compares components. Immutable and
 * safe for all threads.
 *
 * @param <T> the record
 */
public final class Component<T extends Record> {
    private final int id;
    private final boolean isSparse;
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
        this.schema = schema;
    }

    RecordSchema<T> schema() {
        return schema;
    }

    /**
     * The component of a record. The first call registers it; a record that registers itself in a constant does so first, with
     * the options it chooses there. May run in any thread at any time; lookup is fast afterwards.
     *
     * @param <T> the record
     * @param type the record's class
     * @return the component, always the same instance for the same class
     * @throws IllegalArgumentException if the type is null, not a record, not accessible, or has a field that no column can
     *     hold; if the name is taken by the same class of another class loader; if the process has too few component ids or
     *     bytes a row left. A registration that fails changes nothing.
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
     * The component's name, unique in the process: the name of the record's class, unless it was given another.
     *
     * @return the name
     */
    public String name() {
        return schema.name();
    }

    /**
     * The record's class.
     *
     * @return the class
     */
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

    /**
     * The columns, references included.
     *
     * @return an unmodifiable list in the order of the record's fields
     */
    public List<Column> columns() {
        return schema.columns();
    }

    /**
     * The column of a {@code float} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public FloatColumn float32(String field) {
        return float32(field, 1);
    }

    /**
     * The column of a {@code float[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public FloatColumn float32(String field, int length) {
        return (FloatColumn) DeclaredColumns.find(this, field, ColumnKind.FLOAT32, length);
    }

    /**
     * The column of a {@code double} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public DoubleColumn float64(String field) {
        return float64(field, 1);
    }

    /**
     * The column of a {@code double[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public DoubleColumn float64(String field, int length) {
        return (DoubleColumn) DeclaredColumns.find(this, field, ColumnKind.FLOAT64, length);
    }

    /**
     * The column of a {@code byte} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public ByteColumn int8(String field) {
        return int8(field, 1);
    }

    /**
     * The column of a {@code byte[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public ByteColumn int8(String field, int length) {
        return (ByteColumn) DeclaredColumns.find(this, field, ColumnKind.INT8, length);
    }

    /**
     * The column of a {@code short} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public ShortColumn int16(String field) {
        return int16(field, 1);
    }

    /**
     * The column of a {@code short[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public ShortColumn int16(String field, int length) {
        return (ShortColumn) DeclaredColumns.find(this, field, ColumnKind.INT16, length);
    }

    /**
     * The column of an {@code int} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public IntColumn int32(String field) {
        return int32(field, 1);
    }

    /**
     * The column of an {@code int[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public IntColumn int32(String field, int length) {
        return (IntColumn) DeclaredColumns.find(this, field, ColumnKind.INT32, length);
    }

    /**
     * The column of a {@code long} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public LongColumn int64(String field) {
        return int64(field, 1);
    }

    /**
     * The column of a {@code long[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public LongColumn int64(String field, int length) {
        return (LongColumn) DeclaredColumns.find(this, field, ColumnKind.INT64, length);
    }

    /**
     * The column of a {@code boolean} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public BooleanColumn bool(String field) {
        return bool(field, 1);
    }

    /**
     * The column of a {@code boolean[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public BooleanColumn bool(String field, int length) {
        return (BooleanColumn) DeclaredColumns.find(this, field, ColumnKind.BOOLEAN, length);
    }

    /**
     * The column of an {@link EntityHandle} field.
     *
     * @param field name of the field
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or a length
     */
    public EntityColumn entity(String field) {
        return entity(field, 1);
    }

    /**
     * The column of an {@link EntityHandle} {@code long[]} field with {@link Length}.
     *
     * @param field name of the field
     * @param length number of elements
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type or length
     */
    public EntityColumn entity(String field, int length) {
        return (EntityColumn) DeclaredColumns.find(this, field, ColumnKind.ENTITY, length);
    }

    /**
     * The column of a reference field.
     *
     * @param <R> type of the field
     * @param field name of the field
     * @param type class of the field, exactly as declared, without type arguments
     * @return the column
     * @throws IllegalArgumentException if the record has no such field, or it has another type
     */
    @SuppressWarnings("unchecked") // findReference compares the column's type with R's class
    public <R> ReferenceColumn<R> reference(String field, Class<R> type) {
        return (ReferenceColumn<R>) DeclaredColumns.findReference(this, field, type);
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
