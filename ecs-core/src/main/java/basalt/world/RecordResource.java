package basalt.world;

import basalt.component.layout.RecordAccess;
import basalt.internal.Utf8;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.LangUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Records as resources in files. Fields are primitives, strings, enums and such records.
 *
 * <pre>
 *   record   int fields; for each: int length and UTF-8 of its name, byte type, int bytes, value
 *   type     Z B S C I J F D as in class files, T string, E enum (its constant's name), R record, N null
 * </pre>
 *
 * <p>Fields are found by name: those that the record does not have any more are skipped, and new ones are zero or null.
 */
final class RecordResource {
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int MOST_NESTED = 32;
    private static final String PRIMITIVES = "ZBSCIJFD";
    private static final Map<Class<?>, Character> TYPES = Map.of(
            boolean.class, 'Z',
            byte.class, 'B',
            short.class, 'S',
            char.class, 'C',
            int.class, 'I',
            long.class, 'J',
            float.class, 'F',
            double.class, 'D');

    private RecordResource() {}

    /** The field that files cannot contain, with its type; null if they can contain all. */
    static String unsavable(Class<?> type) {
        return unsavable(type, 0);
    }

    private static String unsavable(Class<?> type, int depth) {
        for (RecordComponent field : type.getRecordComponents()) {
            Class<?> of = field.getType();
            if (of.isRecord() && depth < MOST_NESTED) {
                String nested = unsavable(of, depth + 1);
                if (nested != null) {
                    return field.getName() + "." + nested;
                }
            } else if (!of.isPrimitive() && of != String.class && !of.isEnum()) {
                return field.getName() + " (" + of.getTypeName() + ")";
            }
        }
        return null;
    }

    static byte[] encode(Record value) {
        ExpandableArrayBuffer to = new ExpandableArrayBuffer();
        byte[] bytes = new byte[encode(value, to, 0)];
        to.getBytes(0, bytes);
        return bytes;
    }

    /** Writes a record; returns where it ends. */
    private static int encode(Record value, ExpandableArrayBuffer to, int offset) {
        RecordComponent[] fields = value.getClass().getRecordComponents();
        RecordAccess access = RecordAccess.of(value.getClass());
        to.putInt(offset, fields.length, ORDER);
        int at = offset + Integer.BYTES;
        for (int i = 0; i < fields.length; i++) {
            Object field = call(access.accessors().get(i), value);
            int name = at + Integer.BYTES;
            at = putText(fields[i].getName(), to, name);
            to.putInt(name - Integer.BYTES, at - name, ORDER);
            to.putByte(at, (byte) type(fields[i].getType(), field));
            int end = encodeValue(field, to, at + 1 + Integer.BYTES);
            to.putInt(at + 1, end - at - 1 - Integer.BYTES, ORDER);
            at = end;
        }
        return at;
    }

    private static char type(Class<?> type, Object value) {
        if (value == null) {
            return 'N';
        }
        return type.isPrimitive() ? TYPES.get(type) : type.isRecord() ? 'R' : type.isEnum() ? 'E' : 'T';
    }

    private static int encodeValue(Object value, ExpandableArrayBuffer to, int at) {
        if (value == null) {
            return at;
        } else if (value instanceof Record nested) {
            return encode(nested, to, at);
        } else if (value instanceof String text) {
            return putText(text, to, at);
        } else if (value instanceof Enum<?> constant) {
            return putText(constant.name(), to, at);
        }
        to.putLong(at, bits(value), ORDER);
        return at + Long.BYTES;
    }

    /** Writes the bytes of a text; returns where they end. */
    private static int putText(String text, ExpandableArrayBuffer to, int at) {
        byte[] bytes = Utf8.encode(text);
        to.putBytes(at, bytes);
        return at + bytes.length;
    }

    private static String text(UnsafeBuffer from, int at, int length) {
        byte[] bytes = new byte[length];
        from.getBytes(at, bytes);
        return Utf8.decode(bytes);
    }

    private static long bits(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? 1 : 0;
        } else if (value instanceof Character letter) {
            return letter;
        } else if (value instanceof Float number) {
            return Float.floatToRawIntBits(number);
        } else if (value instanceof Double number) {
            return Double.doubleToRawLongBits(number);
        }
        return ((Number) value).longValue();
    }

    private static Object call(MethodHandle accessor, Record value) {
        try {
            return accessor.invoke(value);
        } catch (Throwable e) {
            LangUtil.rethrowUnchecked(e);
            return null;
        }
    }

    /** Makes a record. */
    static Record decode(Class<?> type, byte[] bytes) {
        return decode(type, new UnsafeBuffer(bytes), 0, bytes.length, 0);
    }

    private static Record decode(Class<?> type, UnsafeBuffer from, int offset, int end, int depth) {
        require(depth <= MOST_NESTED && end - offset >= Integer.BYTES, type);
        Map<String, Object> values = new HashMap<>();
        Map<String, Class<?>> types = new HashMap<>();
        for (RecordComponent field : type.getRecordComponents()) {
            types.put(field.getName(), field.getType());
        }
        int at = offset + Integer.BYTES;
        for (int fields = from.getInt(offset, ORDER); fields > 0; fields--) {
            require(end - at >= Integer.BYTES, type);
            int name = from.getInt(at, ORDER);
            require(name >= 0 && name <= end - at - 2 * Integer.BYTES - 1, type);
            String field = text(from, at + Integer.BYTES, name);
            at += Integer.BYTES + name;
            char code = (char) from.getByte(at);
            int length = from.getInt(at + 1, ORDER);
            at += 1 + Integer.BYTES;
            require(length >= 0 && length <= end - at, type);
            Class<?> wanted = types.get(field);
            if (wanted != null) {
                values.put(field, decodeValue(type, wanted, code, from, at, length, depth));
            }
            at += length;
        }
        require(at == end, type);
        return make(type, values);
    }

    private static Object decodeValue(
            Class<?> type, Class<?> wanted, char code, UnsafeBuffer from, int at, int length, int depth) {
        if (code == 'N') {
            require(!wanted.isPrimitive() && length == 0, type);
            return null;
        } else if (wanted.isRecord()) {
            require(code == 'R', type);
            return decode(wanted, from, at, at + length, depth + 1);
        } else if (wanted.isPrimitive()) {
            require(code == TYPES.get(wanted) && length == Long.BYTES, type);
            return primitive(code, from.getLong(at, ORDER));
        }
        require(code == (wanted.isEnum() ? 'E' : 'T'), type);
        String text = text(from, at, length);
        return wanted.isEnum() ? constant(wanted, text) : text;
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("enum " + type.getName() + " has no constant of that name: " + name);
    }

    private static Object primitive(char code, long bits) {
        return switch (PRIMITIVES.indexOf(code)) {
            case 0 -> bits != 0;
            case 1 -> (byte) bits;
            case 2 -> (short) bits;
            case 3 -> (char) bits;
            case 4 -> (int) bits;
            case 5 -> bits;
            case 6 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private static Record make(Class<?> type, Map<String, Object> values) {
        RecordComponent[] fields = type.getRecordComponents();
        Object[] arguments = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) {
            Object value = values.get(fields[i].getName());
            boolean isZero = value == null && fields[i].getType().isPrimitive();
            arguments[i] = isZero ? primitive(TYPES.get(fields[i].getType()), 0) : value;
        }
        try {
            return (Record) RecordAccess.of(type).constructor().invokeWithArguments(arguments);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException("resource " + type.getName() + " refuses its values in the file", e);
        }
    }

    private static void require(boolean condition, Class<?> type) {
        if (!condition) {
            throw new IllegalArgumentException("resource " + type.getName() + " is damaged in the file, or has a field"
                    + " of another type there");
        }
    }
}
