package basalt.component;

import java.lang.reflect.Array;
import java.util.List;
import java.util.Objects;

/**
 * How a component's record is made of fields: takes records apart and puts them together. For the library's own use; users
 * have {@link Component} and its columns.
 *
 * <p>Primitives are boxed on the way: this is for cold code. Arrays are handed over as they are, so whoever keeps them copies
 * them.
 *
 * <p>Immutable and safe for all threads.
 *
 * @param <T> the record
 */
public final class RecordSchema<T extends Record> {
    private final Class<T> type;
    private final String name;
    private final List<RecordField> fields;
    private final RecordAccess access;
    private final Placement placement;
    private final int bytesPerRow;
    private final boolean references;
    private final Component<T> component;
    private final List<Column> columns;

    RecordSchema(Class<T> type, String name, List<RecordField> fields, RecordAccess access, Placement placement) {
        this.type = type;
        this.name = name;
        this.fields = fields;
        this.access = access;
        this.placement = placement;
        this.bytesPerRow = RecordField.bytesPerRow(fields);
        this.references = fields.stream().anyMatch(field -> field.kind() == ColumnKind.REFERENCE);
        this.component = new Component<>(placement.id(), placement.paged(), this);
        this.columns = DeclaredColumns.allOf(component);
    }

    /**
     * The record's class.
     *
     * @return the class
     */
    public Class<T> type() {
        return type;
    }

    /**
     * Number of fields.
     *
     * @return the number, 0 for a tag
     */
    public int fieldCount() {
        return fields.size();
    }

    /**
     * Name of a field.
     *
     * @param field the field's number in the record's order, from 0
     * @return the name
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public String field(int field) {
        return fields.get(field).name();
    }

    /**
     * Kind of a field's column.
     *
     * @param field the field's number in the record's order, from 0
     * @return the kind
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public ColumnKind kind(int field) {
        return fields.get(field).kind();
    }

    /**
     * Number of elements of a field.
     *
     * @param field the field's number in the record's order, from 0
     * @return the vector's length, or 1
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public int length(int field) {
        return fields.get(field).length();
    }

    /**
     * Whether a field's values are arrays of primitives, be it of length 1.
     *
     * @param field the field's number in the record's order, from 0
     * @return true for a vector
     * @throws IndexOutOfBoundsException if there is no such field
     */
    public boolean isVector(int field) {
        return fields.get(field).isVector();
    }

    /**
     * Makes a record by its canonical constructor; what that throws goes to the caller as it is.
     *
     * @param values a value for each field in the record's order; primitives boxed, vectors as arrays
     * @return the record
     * @throws IllegalArgumentException if there are more or fewer values than fields
     * @throws ClassCastException if a value is of the wrong type
     * @throws NullPointerException if a primitive field's value is null
     */
    public T construct(Object[] values) {
        return type.cast(access.construct(values));
    }

    /**
     * Reads a field by its accessor; what that throws goes to the caller as it is.
     *
     * @param field the field's number in the record's order, from 0
     * @param instance the record
     * @return the value; primitives boxed, vectors as arrays
     * @throws IndexOutOfBoundsException if there is no such field
     * @throws NullPointerException if {@code instance} is null
     */
    public Object value(int field, T instance) {
        Objects.checkIndex(field, fields.size());
        return access.read(field, instance);
    }

    /**
     * Checks that a record can be stored: each vector is there and has the length that its field declares.
     *
     * @param instance the record
     * @throws IllegalArgumentException if {@code instance} is null or a vector is null, too short or too long
     */
    public void validate(T instance) {
        if (instance == null) {
            throw new IllegalArgumentException("a value of component " + name + " must not be null");
        }
        for (int field = 0; field < fields.size(); field++) {
            if (fields.get(field).isVector()) {
                validateVector(fields.get(field), access.read(field, instance));
            }
        }
    }

    String name() {
        return name;
    }

    int bytesPerRow() {
        return bytesPerRow;
    }

    boolean hasReferences() {
        return references;
    }

    Placement placement() {
        return placement;
    }

    Component<T> component() {
        return component;
    }

    List<RecordField> fields() {
        return fields;
    }

    List<Column> columns() {
        return columns;
    }

    private void validateVector(RecordField field, Object array) {
        if (array == null) {
            throw new IllegalArgumentException(
                    "vector " + name + "." + field.name() + " must have length " + field.length() + ": it is null");
        }
        int actual = Array.getLength(array);
        if (actual != field.length()) {
            throw new IllegalArgumentException("vector " + name + "." + field.name() + " must have length "
                    + field.length() + ": length=" + actual);
        }
    }
}
