package basalt.component.layout;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import basalt.internal.Utf8;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
import org.agrona.MutableDirectBuffer;

/**
 * The type of a value that can be written as bytes, with its type arguments: a primitive or its box, a string, a UUID,
 * an instant, an enum, a record, or an Optional, List, Set or Map of such types.
 *
 * <pre>
 *   value    byte kind, and until the end of the value what follows; numbers are little-endian
 *   kind     Z B S C I J F D as in class files, 8 bytes; T text, E enum (its constant's name), UTF-8; R record; L list;
 *            N null
 *   record   int fields; for each: int length and UTF-8 of its name, byte kind, int bytes, value
 *   list     int values; for each: byte kind, int bytes, value; also of an Optional, a set and a map (key, value, ...)
 * </pre>
 *
 * <p>Fields are found by name: those that the record does not have any more are skipped, and new ones are zero or null.
 * Collections are read as unmodifiable ones, in the order in which they were written.
 *
 * @param type the class, with the values of type variables
 */
public record ValueType(Class<?> type, List<ValueType> arguments) {
    /** So many records and collections may be in each other. */
    public static final int MOST_NESTED = 100;

    private static final int HEADER_BYTES = Byte.BYTES + Integer.BYTES;
    private static final ValueType ANY = new ValueType(Object.class, List.of());
    private static final String PRIMITIVES = "ZBSCIJFD";
    private static final List<Class<?>> BOXES = List.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class);

    /** The types that are written as texts. */
    private static final Map<Class<?>, Function<String, Object>> TEXTS =
            Map.of(String.class, text -> text, UUID.class, UUID::fromString, Instant.class, Instant::parse);

    private static final Map<Class<?>, Integer> CONTAINERS =
            Map.of(Optional.class, 1, List.class, 1, Set.class, 1, Map.class, 2);

    private static final ClassValue<Parts> PARTS = new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
            return Parts.of(type);
        }
    };

    /** The type without arguments. */
    public static ValueType of(Class<?> type) {
        return new ValueType(type, List.of());
    }

    private static ValueType of(Type type, Map<TypeVariable<?>, ValueType> variables) {
        if (type instanceof Class<?> plain) {
            return of(plain);
        } else if (type instanceof ParameterizedType generic) {
            return new ValueType(
                    (Class<?>) generic.getRawType(),
                    Stream.of(generic.getActualTypeArguments())
                            .map(argument -> of(argument, variables))
                            .toList());
        } else if (type instanceof WildcardType wildcard) {
            return of(wildcard.getUpperBounds()[0], variables);
        }
        return type instanceof TypeVariable<?> variable ? variables.getOrDefault(variable, ANY) : ANY;
    }

    /** The type of a field of this record. */
    public ValueType field(RecordComponent field) {
        TypeVariable<?>[] names = type.getTypeParameters();
        Map<TypeVariable<?>, ValueType> variables = new HashMap<>();
        for (int i = 0; i < Math.min(names.length, arguments.size()); i++) {
            variables.put(names[i], arguments.get(i));
        }
        return of(field.getGenericType(), variables);
    }

    /** The type of a field of this record, by its number. */
    public ValueType field(int i) {
        return arguments.isEmpty() ? parts().types.get(i) : field(parts().fields[i]);
    }

    /** The fields of this record, and how records are made. */
    public Parts parts() {
        return PARTS.get(type);
    }

    /** What cannot be written, as a path of fields with its type; null if all can. */
    public String unsavable() {
        return unsavable(new HashSet<>());
    }

    private String unsavable(Set<ValueType> seen) {
        if (type.isPrimitive() || BOXES.contains(type) || isText() || type.isEnum() || !seen.add(this)) {
            return null;
        } else if (type.isRecord()) {
            for (RecordComponent field : type.getRecordComponents()) {
                String nested = field(field).unsavable(seen);
                if (nested != null) {
                    return field.getName() + (nested.startsWith("(") ? " " : ".") + nested;
                }
            }
            return null;
        } else if (isContainer()) {
            return arguments.stream()
                    .map(argument -> argument.unsavable(seen))
                    .filter(found -> found != null)
                    .findFirst()
                    .orElse(null);
        }
        return "(" + type.getTypeName() + ")";
    }

    /** The kind of the values, unless they are null. */
    public char kind() {
        int box = BOXES.indexOf(MethodType.methodType(type).wrap().returnType());
        return box >= 0 ? PRIMITIVES.charAt(box) : type.isRecord() ? 'R' : type.isEnum() ? 'E' : isText() ? 'T' : 'L';
    }

    private boolean isText() {
        return TEXTS.containsKey(type);
    }

    /** Whether this is one of the collections. */
    public boolean isContainer() {
        return arguments.size() == CONTAINERS.getOrDefault(type, -1);
    }

    /** Whether this is a list or an array of strings. */
    public boolean isStrings() {
        return type == String[].class || type == List.class && arguments.equals(List.of(of(String.class)));
    }

    /** The value of a type that is written as text; throws a {@link RuntimeException} if the text is none. */
    public Object ofText(String text) {
        return TEXTS.get(type).apply(text);
    }

    /** Writes a value of this type, which is not null, without its kind. Returns where it ends. */
    public int encode(Object value, MutableDirectBuffer to, int at) {
        return encode(value, to, at, 0);
    }

    private int encode(Object value, MutableDirectBuffer to, int at, int depth) {
        if (depth > MOST_NESTED) {
            throw new IllegalStateException(
                    "a value has more than " + MOST_NESTED + " records or collections in each other: " + type);
        }
        return switch (kind()) {
            case 'R' -> encodeRecord((Record) value, to, at, depth);
            case 'L' -> encodeAll(elements(value), to, at, depth);
            case 'T' -> encodeText(value.toString(), to, at);
            case 'E' -> encodeText(((Enum<?>) value).name(), to, at);
            default -> {
                to.putLong(at, bits(value), LITTLE_ENDIAN);
                yield at + Long.BYTES;
            }
        };
    }

    private int encodeRecord(Record value, MutableDirectBuffer to, int offset, int depth) {
        Parts parts = parts();
        to.putInt(offset, parts.fields.length, LITTLE_ENDIAN);
        int at = offset + Integer.BYTES;
        for (int i = 0; i < parts.fields.length; i++) {
            int name = at + Integer.BYTES;
            int end = encodeText(parts.fields[i].getName(), to, name);
            to.putInt(at, end - name, LITTLE_ENDIAN);
            at = field(i).encodeElement(parts.get(i, value), to, end, depth + 1);
        }
        return at;
    }

    /** The elements of a collection; the keys and values of a map by turns. */
    public static Collection<?> elements(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<Object> elements = new ArrayList<>();
            map.forEach((key, each) -> Collections.addAll(elements, key, each));
            return elements;
        }
        return value instanceof Optional<?> optional ? optional.stream().toList() : (Collection<?>) value;
    }

    private int encodeAll(Collection<?> elements, MutableDirectBuffer to, int offset, int depth) {
        int at = offset + Integer.BYTES;
        int count = 0;
        for (Object element : elements) {
            at = arguments.get(count % arguments.size()).encodeElement(element, to, at, depth + 1);
            count++;
        }
        to.putInt(offset, count, LITTLE_ENDIAN);
        return at;
    }

    private int encodeElement(Object value, MutableDirectBuffer to, int at, int depth) {
        int end = value == null ? at + HEADER_BYTES : encode(value, to, at + HEADER_BYTES, depth);
        to.putByte(at, (byte) (value == null ? 'N' : kind()));
        to.putInt(at + 1, end - at - HEADER_BYTES, LITTLE_ENDIAN);
        return end;
    }

    private static int encodeText(String text, MutableDirectBuffer to, int at) {
        byte[] bytes = Utf8.encode(text);
        to.putBytes(at, bytes);
        return at + bytes.length;
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

    /** Reads a value that {@link #encode} has written; throws {@link IllegalArgumentException} if that is not so. */
    public Object decode(char kind, DirectBuffer from, int at, int end) {
        return decode(kind, from, at, end, 0);
    }

    private Object decode(char kind, DirectBuffer from, int at, int end, int depth) {
        require(depth <= MOST_NESTED && 0 <= at && at <= end && end <= from.capacity());
        if (kind == 'N') {
            require(!type.isPrimitive() && at == end);
            return null;
        }
        require(kind == kind());
        return switch (kind) {
            case 'R' -> decodeRecord(from, at, end, depth);
            case 'L' -> decodeAll(from, at, end, depth);
            case 'T' -> decodeText(text(from, at, end));
            case 'E' -> constant(text(from, at, end));
            default -> {
                require(end - at == Long.BYTES);
                yield primitive(kind, from.getLong(at, LITTLE_ENDIAN));
            }
        };
    }

    private Record decodeRecord(DirectBuffer from, int offset, int end, int depth) {
        Parts parts = parts();
        Map<String, Object> values = new HashMap<>();
        int at = offset;
        int count = count(from, at, end);
        at += Integer.BYTES;
        for (; count > 0; count--) {
            int name = at + Integer.BYTES;
            at = name + count(from, at, end);
            require(at <= end - HEADER_BYTES);
            String field = text(from, name, at);
            int next = next(from, at, end);
            int i = parts.names.indexOf(field);
            if (i >= 0) {
                values.put(field, field(i).decodeElement(from, at, next, depth + 1));
            }
            at = next;
        }
        require(at == end);
        return parts.make(values);
    }

    private Object decodeAll(DirectBuffer from, int offset, int end, int depth) {
        List<Object> elements = new ArrayList<>();
        int at = offset + Integer.BYTES;
        for (int count = count(from, offset, end); elements.size() < count; ) {
            int next = next(from, at, end);
            elements.add(arguments.get(elements.size() % arguments.size()).decodeElement(from, at, next, depth + 1));
            at = next;
        }
        require(at == end && elements.size() % arguments.size() == 0);
        require(type != Optional.class || elements.isEmpty() || elements.size() == 1 && elements.get(0) != null);
        return collection(elements);
    }

    /** The collection of these elements; a map's keys and values come by turns. */
    public Object collection(List<Object> elements) {
        if (type == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < elements.size(); i += 2) {
                map.put(elements.get(i), elements.get(i + 1));
            }
            return Collections.unmodifiableMap(map);
        } else if (type == Optional.class) {
            return elements.stream().findFirst();
        }
        return type == Set.class
                ? Collections.unmodifiableSet(new LinkedHashSet<>(elements))
                : Collections.unmodifiableList(elements);
    }

    private Object decodeElement(DirectBuffer from, int at, int end, int depth) {
        return decode((char) from.getByte(at), from, at + HEADER_BYTES, end, depth);
    }

    /** Where the element at a place ends. */
    private int next(DirectBuffer from, int at, int end) {
        require(at <= end - HEADER_BYTES);
        int bytes = from.getInt(at + 1, LITTLE_ENDIAN);
        require(0 <= bytes && bytes <= end - at - HEADER_BYTES);
        return at + HEADER_BYTES + bytes;
    }

    /** A number of bytes or elements, of which there can be no more than bytes. */
    private int count(DirectBuffer from, int at, int end) {
        require(at <= end - Integer.BYTES);
        int count = from.getInt(at, LITTLE_ENDIAN);
        require(0 <= count && count <= end - at - Integer.BYTES);
        return count;
    }

    private static String text(DirectBuffer from, int at, int end) {
        byte[] bytes = new byte[end - at];
        from.getBytes(at, bytes);
        return Utf8.decode(bytes);
    }

    private Object decodeText(String text) {
        try {
            return ofText(text);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw damaged(e);
        }
    }

    private Object constant(String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException("enum " + type.getName() + " has no constant of that name: " + name);
    }

    private static Object primitive(char kind, long bits) {
        return switch (kind) {
            case 'Z' -> bits != 0;
            case 'B' -> (byte) bits;
            case 'S' -> (short) bits;
            case 'C' -> (char) bits;
            case 'I' -> (int) bits;
            case 'J' -> bits;
            case 'F' -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private void require(boolean condition) {
        if (!condition) {
            throw damaged(null);
        }
    }

    private IllegalArgumentException damaged(Exception cause) {
        return new IllegalArgumentException(
                "a " + type.getName() + " is damaged in the file, or has another type there", cause);
    }

    /**
     * A class of records: its fields, and how they are read and made.
     *
     * @param types the types of the fields if the class has no type arguments
     * @param maker makes a record of an array of values
     */
    public record Parts(
            RecordComponent[] fields,
            List<String> names,
            List<ValueType> types,
            RecordAccess access,
            MethodHandle maker) {
        static Parts of(Class<?> type) {
            RecordComponent[] fields = type.getRecordComponents();
            List<ValueType> types =
                    Stream.of(fields).map(ValueType.of(type)::field).toList();
            RecordAccess access = RecordAccess.of(type);
            List<String> names = Stream.of(fields).map(RecordComponent::getName).toList();
            return new Parts(
                    fields, names, types, access, access.constructor().asSpreader(Object[].class, fields.length));
        }

        /** The value of a field. */
        public Object get(int field, Record value) {
            try {
                return access.accessors().get(field).invoke(value);
            } catch (Throwable e) {
                LangUtil.rethrowUnchecked(e);
                return null;
            }
        }

        Record make(Map<String, Object> values) {
            Object[] arguments = new Object[fields.length];
            for (int i = 0; i < fields.length; i++) {
                Object value = values.get(names.get(i));
                boolean isZero = value == null && fields[i].getType().isPrimitive();
                arguments[i] = isZero ? primitive(types.get(i).kind(), 0) : value;
            }
            try {
                return (Record) maker.invoke(arguments);
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                String name = maker.type().returnType().getName();
                throw new IllegalArgumentException("record " + name + " refuses its values in the file", e);
            }
        }
    }
}
