package basalt.component.codec;

/**
 * Takes the records of one component apart and puts them together. Primitives are boxed on the way: this is for cold
 * code. Arrays are handed over as they are, so whatever keeps them copies them.
 *
 * <p>Immutable and safe for all threads.
 *
 * @param <T> the record
 */
public interface RecordCodec<T extends Record> {
    /**
     * Whether a field's values are arrays of primitives, be it of length 1.
     *
     * @param field the field's number in the record's order, from 0
     * @return true for a vector
     * @throws IndexOutOfBoundsException if there is no such field
     */
    boolean isVector(int field);

    /**
     * Checks that a record can be stored: each vector is there and has the length that its field declares.
     *
     * @param instance the record
     * @throws IllegalArgumentException if {@code instance} is null or a vector is null, too short or too long
     */
    void validate(T instance);

    /**
     * Reads a field by its accessor; what that throws goes to the caller as it is.
     *
     * @param field the field's number in the record's order, from 0
     * @param instance the record
     * @return the value; primitives boxed, vectors as arrays
     * @throws IndexOutOfBoundsException if there is no such field
     * @throws NullPointerException if {@code instance} is null
     */
    Object value(int field, T instance);

    /**
     * Makes a record by its canonical constructor; what that throws goes to the caller as it is.
     *
     * @param values a value for each field in the record's order; primitives boxed, vectors as arrays
     * @return the record
     * @throws IllegalArgumentException if there are more or fewer values than fields
     * @throws ClassCastException if a value is of the wrong type
     * @throws NullPointerException if a primitive field's value is null
     */
    T construct(Object[] values);
}
