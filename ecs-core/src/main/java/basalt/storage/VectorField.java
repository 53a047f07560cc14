package basalt.storage;

import basalt.component.Column;
import java.lang.reflect.Array;

/**
 * A vector field of a component's record.
 *
 * @param name the component and the field, for messages
 * @param length its number of elements
 * @param start where the first element is: an index of raw bits, or an offset in a block, or in a page of events
 * @param stride the distance of an element from the one before it
 */
record VectorField(String name, int length, int start, int stride) {
    static VectorField of(Column column, int start, int stride) {
        return new VectorField(column.component().name() + "." + column.field(), column.length(), start, stride);
    }

    /** Throws unless an array can be stored. */
    void require(Object array) {
        if (array == null || Array.getLength(array) != length) {
            throw new IllegalArgumentException("vector " + name + " must have length " + length
                    + (array == null ? ": it is null" : ": length=" + Array.getLength(array)));
        }
    }

    int at(int element) {
        return start + element * stride;
    }
}
