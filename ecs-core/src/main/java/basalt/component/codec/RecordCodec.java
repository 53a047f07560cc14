package basalt.component.codec;

/**
 * Reads the fields of one component's records, and makes records from field values. For cold code: primitives are
 * boxed. Arrays are not copied.
 *
 * <p>Immutable and safe for all threads.
 *
 * @param <T> the record
 */
public interface RecordCodec<T extends Record> {
    /**
     * Whether a field's values are arrays of primitives, also of length 1.
     *
     * @param field the field's number in the record's order, from 0
     * @return true for a vector
     * @throws IndexOutOfBoundsException if there is no such field
     */
    boolean isVector(int field);

    /**
     * Checks that a record can be stored: no vector is null, and each has the length that its field declares.
     *
     * @param instance the record
     * @throws IllegalArgumentException if {@code instance} is null or a vector is null, too short or too long
     */
    void validate(T instance);

    /**
     * Reads a field with its accessor. An exception of the accessor reaches the caller.
     *
     * @param field the field's number in the record's order, from 0
     * @param instance the record
     * @return the value; primitives boxed, vectors as arrays
     * @throws IndexOutOfBoundsException if there is no such field
     * @throws NullPointerException if {@code instance} is null
     */
    Object value(int field, T instance);

    /**
     * Makes a record with its canonical constructor. An exception of the constructor reaches the caller.
     *
     * @param values a value for each field in the record's order; primitives boxed, vectors as arrays
     * @return the record
     * @throws IllegalArgumentException if there are more or fewer values than fields
     * @throws ClassCastException if a value is of the wrong type
     * @throws NullPointerException if a primitive field's value is null
     */
    T construct(Object[] values);
}
