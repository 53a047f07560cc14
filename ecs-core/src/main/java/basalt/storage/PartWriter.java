package basalt.storage;

import basalt.component.ReferenceColumn;
import basalt.internal.Utf8;
import java.nio.ByteOrder;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes the bytes of a {@link SavedRecord}. Numbers are little-endian; a text is its length and its bytes in UTF-8,
 * and an object its length and what its codec has written.
 */
public final class PartWriter {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    /** The most bytes of a record, which is the longest array. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private final String part;
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final ExpandableArrayBuffer object = new ExpandableArrayBuffer();
    private final UnsafeBuffer memory = new UnsafeBuffer(0, 0);
    private int end;

    public PartWriter(String part) {
        this.part = part;
    }

    private int append(long bytes) {
        if (bytes > MOST_BYTES - end) {
            throw new IllegalStateException(part + " have more than 2 GiB, which a file cannot contain");
        }
        int at = end;
        end += (int) bytes;
        return at;
    }

    public void putByte(int value) {
        buffer.putByte(append(Byte.BYTES), (byte) value);
    }

    public void putInt(int value) {
        buffer.putInt(append(Integer.BYTES), value, ORDER);
    }

    public void putLong(long value) {
        buffer.putLong(append(Long.BYTES), value, ORDER);
    }

    public void putText(String value) {
        byte[] bytes = Utf8.encode(value);
        putInt(bytes.length);
        buffer.putBytes(append(bytes.length), bytes);
    }

    public void putMemory(long from, int bytes) {
        // SAFETY: the caller gives memory of that size, and the view is used only here.
        memory.wrap(from, bytes);
        buffer.putBytes(append(bytes), memory, 0, bytes);
        memory.wrap(0, 0);
    }

    public void putObject(ReferenceColumn<?> column, Object value) {
        if (value == null) {
            putInt(-1);
        } else {
            int length = References.encode(column, value, object);
            putInt(length);
            buffer.putBytes(append(length), object, 0, length);
        }
    }

    public byte[] bytes() {
        byte[] bytes = new byte[end];
        buffer.getBytes(0, bytes);
        return bytes;
    }
}
