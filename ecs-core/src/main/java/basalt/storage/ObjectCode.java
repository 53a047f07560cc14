package basalt.storage;

import basalt.component.ReferenceCodec;
import basalt.component.ReferenceColumn;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Objects of reference columns as bytes, by the codecs of the columns. */
public final class ObjectCode {
    private ObjectCode() {}

    @SuppressWarnings("unchecked") // a column only has objects of its type
    public static int write(ReferenceColumn<?> column, Object value, ExpandableArrayBuffer to) {
        int length = ((ReferenceCodec<Object>) column.codec()).write(value, to, 0);
        if (length < 0 || length > to.capacity()) {
            throw new IllegalStateException(codecOf(column)
                    + " says that it has written more or less than it can have: return the number of bytes written,"
                    + " 0 or more: length=" + length);
        }
        return length;
    }

    /**
     * Reads an object.
     *
     * @param from has the bytes
     */
    public static Object read(ReferenceColumn<?> column, DirectBuffer from) {
        Object value;
        try {
            value = column.codec().read(from, 0, from.capacity());
        } catch (RuntimeException | StackOverflowError e) {
            throw new IllegalArgumentException(codecOf(column) + " refuses an object: " + e.getMessage(), e);
        }
        if (!column.type().isInstance(value)) {
            throw new IllegalArgumentException(codecOf(column) + " made no object of its type: " + value);
        }
        return value;
    }

    private static String codecOf(ReferenceColumn<?> column) {
        return "the codec of " + column.component().name() + "." + column.field();
    }
}
