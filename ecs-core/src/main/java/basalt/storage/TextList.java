package basalt.storage;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import basalt.component.StringListColumn;
import basalt.component.VariableColumn;
import basalt.component.layout.ValueType;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The strings of a list as bytes, the same as a codec writes of a {@code List<String>}, see {@link ValueType}; none for
 * an empty list.
 *
 * <pre>
 *   byte 'L', int strings; for each: byte 'T', int bytes, UTF-8; or byte 'N', int 0 for null
 * </pre>
 *
 * <p>SAFETY: bytes at an address are those that {@link #encode} would make, and an index is less than their number.
 */
public final class TextList {
    private static final ValueType TYPE = new ValueType(List.class, List.of(ValueType.of(String.class)));
    private static final byte[] NONE = {};

    /** An empty list in files. */
    static final byte[] EMPTY = {'L', 0, 0, 0, 0};

    private static final int HEADER_BYTES = Byte.BYTES + Integer.BYTES;

    private TextList() {}

    /** Encodes the strings of a list or an array; throws if they are too long. */
    static byte[] encode(StringListColumn column, Object value) {
        String[] all = value instanceof String[] array ? array.clone() : ((List<?>) value).toArray(new String[0]);
        if (all.length == 0) {
            return NONE;
        }
        long length = HEADER_BYTES;
        for (String each : all) {
            length += HEADER_BYTES + (each == null ? 0 : Text.encode(each).byteCount());
        }
        if (length > VariableColumn.MAX_LENGTH) {
            throw new IllegalArgumentException("list " + column.component().name() + "." + column.field()
                    + " has at most " + VariableColumn.MAX_LENGTH + " bytes, with 5 for each string: use several"
                    + " entities; bytes=" + length);
        }
        byte[] bytes = new byte[(int) length];
        UnsafeBuffer to = new UnsafeBuffer(bytes);
        int at = put(to, 0, 'L', all.length);
        for (String each : all) {
            if (each == null) {
                at = put(to, at, 'N', 0);
            } else {
                Text text = Text.encode(each);
                at = put(to, at, 'T', text.byteCount());
                to.putBytes(at, text.bytes(), 0, text.byteCount());
                at += text.byteCount();
            }
        }
        return bytes;
    }

    private static int put(UnsafeBuffer to, int at, char kind, int number) {
        to.putByte(at, (byte) kind);
        to.putInt(at + 1, number, LITTLE_ENDIAN);
        return at + HEADER_BYTES;
    }

    /** Checks bytes of a file, and makes those of the same strings; throws {@link IllegalArgumentException}. */
    static byte[] read(StringListColumn column, DirectBuffer from) {
        List<?> strings = decode(from);
        if (strings == null) {
            throw new IllegalArgumentException("a list of strings is null in the file");
        }
        return encode(column, strings);
    }

    static List<?> decode(DirectBuffer from) {
        return from.capacity() == 0
                ? List.of()
                : (List<?>) TYPE.decode((char) from.getByte(0), from, 1, from.capacity());
    }

    /** How many strings there are at an address. */
    public static int count(long start) {
        return number(start);
    }

    private static int number(long at) {
        return UnsafeApi.getInt(null, at + 1);
    }

    /** The address of a string of those at an address: its kind, then its length. */
    static long find(long start, int index) {
        long at = first(start);
        for (int i = 0; i < index; i++) {
            at = next(at);
        }
        return at;
    }

    /** The address of the first string of those at an address, also before it is written. */
    public static long first(long start) {
        return start + HEADER_BYTES;
    }

    /** The address of the bytes of a string, also before they are written. */
    public static long bytes(long at) {
        return at + HEADER_BYTES;
    }

    /** The address behind a string. */
    public static long next(long at) {
        return bytes(at) + number(at);
    }

    /** How many bytes a string has; -1 for null. */
    public static int byteCount(long at) {
        return UnsafeApi.getByte(null, at) == 'N' ? -1 : number(at);
    }

    /** How many bytes a list has in addition to the text. */
    public static int headerBytes(int strings) {
        return (strings + 1) * HEADER_BYTES;
    }

    /** Writes how many strings there are at an address, for which there is memory. */
    public static void putCount(long start, int count) {
        put(start, 'L', count);
    }

    /** Writes how many bytes a string has; -1 for null. */
    public static void putByteCount(long at, int bytes) {
        put(at, bytes < 0 ? 'N' : 'T', Math.max(bytes, 0));
    }

    private static void put(long at, char kind, int number) {
        UnsafeApi.putByte(null, at, (byte) kind);
        UnsafeApi.putInt(null, at + 1, number);
    }

    static String[] decode(long start) {
        String[] all = new String[count(start)];
        long at = first(start);
        for (int i = 0; i < all.length; i++) {
            Text text = text(at);
            all[i] = text == null ? null : text.toString();
            at = next(at);
        }
        return all;
    }

    /** The string that {@link #find} has found; null for null. */
    static Text text(long at) {
        return UnsafeApi.getByte(null, at) == 'N' ? null : Text.decode(bytes(at), number(at));
    }
}
