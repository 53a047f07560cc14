package basalt.text;

import basalt.component.Entity;
import basalt.component.EntityHandle;
import basalt.component.Length;
import basalt.component.WithCodec;
import basalt.component.layout.ValueType;
import basalt.component.layout.ValueType.Parts;
import basalt.storage.ShortNames;
import basalt.text.JsonValue.Member;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * The values of records as JSON: an object with a member for each field. A value is a number, a boolean, text, an array
 * or an object, as its type says; a handle is what a function makes of it.
 */
final class RecordText {
    private static final String IN_OBJECT = " is a handle in an object on the heap, which nothing follows: make it a"
            + " field of the component, or an array with @EntityHandle";

    private static final String TOO_DEEP = " has more than " + ValueType.MOST_NESTED
            + " records or collections in each other: keep such values in entities of their own";

    private final LongFunction<String> texts;
    private final Function<JsonValue, Long> entities;
    private int depth;

    private RecordText(LongFunction<String> texts, Function<JsonValue, Long> entities) {
        this.texts = texts;
        this.entities = entities;
    }

    /**
     * A place in a record.
     *
     * @param field the field of the record, with its annotations; also for the elements of an array
     * @param isOnHeap whether the value is, or is in, an object on the heap
     */
    private record Slot(ValueType type, RecordComponent field, String name, boolean isOnHeap) {
        static Slot of(ValueType record, int i, String prefix, boolean isInObject) {
            RecordComponent field = record.parts().fields()[i];
            ValueType type = record.field(i);
            Class<?> plain = type.type();
            Class<?> element = plain.isArray() ? plain.getComponentType() : plain;
            boolean isColumn = element.isPrimitive() || plain.isEnum() || element.isRecord() || type.isStrings();
            boolean isOnHeap = isInObject || !isColumn || field.isAnnotationPresent(WithCodec.class);
            return new Slot(type, field, prefix + field.getName(), isOnHeap);
        }

        /** The elements of an array. */
        Slot element() {
            return element(ValueType.of(plain().getComponentType()));
        }

        Slot element(ValueType element) {
            return new Slot(element, field, name, isOnHeap);
        }

        Class<?> plain() {
            return type.type();
        }

        boolean isHandle() {
            return plain() == long.class && field.isAnnotationPresent(EntityHandle.class);
        }

        boolean hasCodec() {
            return field.isAnnotationPresent(WithCodec.class);
        }

        String description() {
            return name + " (" + plain().getSimpleName() + ")";
        }

        String unwritable() {
            return "field " + name + " of record " + field.getDeclaringRecord().getName() + " has "
                    + (hasCodec() ? "a codec of its own" : "type " + plain().getTypeName())
                    + ", which has no text: keep it null, make it a record, or a type that files contain without a"
                    + " codec, or save the world by Saves";
        }
    }

    /**
     * Writes fields of a record, by their names.
     *
     * @param handles makes the JSON of a handle
     */
    static String write(Record value, Collection<String> fields, LongFunction<String> handles) {
        return new RecordText(handles, null).write(value, ValueType.of(value.getClass()), "", fields, false);
    }

    static List<String> fields(Class<?> record) {
        return ValueType.of(record).parts().names();
    }

    private String write(Record value, ValueType type, String prefix, Collection<String> wanted, boolean isInObject) {
        Parts parts = type.parts();
        List<String> members = new ArrayList<>();
        for (int i = 0; i < parts.names().size(); i++) {
            String name = parts.names().get(i);
            if (wanted == null || wanted.contains(name)) {
                String text = write(parts.get(i, value), Slot.of(type, i, prefix, isInObject));
                members.add(JsonLines.quoted(name) + ": " + text);
            }
        }
        return "{" + String.join(", ", members) + "}";
    }

    /** Whether a field of two records has the same object. */
    static boolean isShared(Record first, Record second, String field) {
        Parts parts = ValueType.of(first.getClass()).parts();
        int index = parts.names().indexOf(field);
        return parts.get(index, first) == parts.get(index, second);
    }

    private String write(Object value, Slot slot) {
        if (depth++ > ValueType.MOST_NESTED) {
            throw new UnsupportedOperationException("field " + slot.name + TOO_DEEP);
        }
        String text = value == null ? "null" : writeValue(value, slot);
        depth--;
        return text;
    }

    private String writeValue(Object value, Slot slot) {
        if (slot.plain().isArray()) {
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(Array.get(value, i));
            }
            return array(writeAll(elements, List.of(slot.element())));
        } else if (slot.isHandle()) {
            if (slot.isOnHeap && (long) value != Entity.NULL) {
                throw new UnsupportedOperationException("field " + slot.name + IN_OBJECT);
            }
            return texts.apply((long) value);
        } else if (slot.plain().isRecord() && !slot.hasCodec()) {
            return write((Record) value, slot.type, slot.name + ".", null, slot.isOnHeap);
        } else if (slot.type.isContainer()) {
            return writeContainer(value, slot);
        } else if (slot.hasCodec() || slot.type.kind() == 'L') {
            throw new UnsupportedOperationException(slot.unwritable());
        }
        return writePlain(value);
    }

    private static String writePlain(Object value) {
        if (value instanceof Float number) {
            return number(number, number, text -> Float.parseFloat(text) == number);
        } else if (value instanceof Double number) {
            return number(number, number, text -> Double.parseDouble(text) == number);
        } else if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        return JsonLines.quoted(value instanceof Enum<?> constant ? constant.name() : value.toString());
    }

    /** The shortest text that is read as the same number, whatever the JDK. */
    private static String number(Number value, double exact, Function<String, Boolean> isSame) {
        if (!Double.isFinite(exact)) {
            return "\"" + value + "\"";
        } else if (exact == 0) {
            return 1 / exact < 0 ? "-0" : "0";
        }
        BigDecimal all = new BigDecimal(exact);
        for (int digits = 1; ; digits++) {
            BigDecimal rounded = all.round(new MathContext(digits)).stripTrailingZeros();
            String text = rounded.toString();
            if (isSame.apply(text)) {
                int exponent = rounded.precision() - rounded.scale();
                return exponent > -5 && exponent < 18 ? rounded.toPlainString() : text;
            }
        }
    }

    private String writeContainer(Object value, Slot slot) {
        List<Slot> elements = slot.type.arguments().stream().map(slot::element).toList();
        List<String> written = writeAll(ValueType.elements(value), elements);
        if (slot.plain() != Map.class) {
            return array(slot.plain() == Set.class ? written.stream().sorted().toList() : written);
        }
        boolean hasNames = isName(slot.type.arguments().get(0));
        for (int i = 0; i < written.size(); i += 2) { // null and half characters cannot be names
            hasNames &= written.get(i).startsWith("\"") && !written.get(i).contains("\\ud");
        }
        List<String> entries = new ArrayList<>();
        for (int i = 0; i < written.size(); i += 2) {
            String pair = written.get(i) + (hasNames ? ": " : ", ") + written.get(i + 1);
            entries.add(hasNames ? pair : "[" + pair + "]");
        }
        entries.sort(null);
        return hasNames ? "{" + String.join(", ", entries) + "}" : array(entries);
    }

    /** Whether values of a type can be names of members. */
    private static boolean isName(ValueType key) {
        return key.kind() == 'T' || key.kind() == 'E';
    }

    private List<String> writeAll(Collection<?> values, List<Slot> slots) {
        List<String> all = new ArrayList<>();
        for (Object value : values) {
            all.add(write(value, slots.get(all.size() % slots.size())));
        }
        return all;
    }

    static String array(List<String> texts) {
        return "[" + String.join(", ", texts) + "]";
    }

    /**
     * Reads a record.
     *
     * @param old the record of which fields stay that are not there; null if they are zero
     * @param entities finds the entity to which a text refers
     */
    static Record read(JsonValue json, Class<?> type, Record old, Function<JsonValue, Long> entities) {
        return new RecordText(null, entities).read(json, ValueType.of(type), "", old, false);
    }

    private Record read(JsonValue json, ValueType type, String prefix, Record old, boolean isInObject) {
        Map<String, Member> members = json.object(type.type().getSimpleName());
        Parts parts = type.parts();
        List<String> names = parts.names();
        for (Member member : members.values()) {
            requireKnown(member.name(), names, "record " + type.type().getSimpleName() + " has no field ", "fields");
        }
        Object[] values = new Object[names.size()];
        for (int i = 0; i < values.length; i++) {
            Slot slot = Slot.of(type, i, prefix, isInObject);
            Member member = members.get(names.get(i));
            Object before = old == null ? null : parts.get(i, old);
            values[i] = member != null ? read(member.value(), slot, before) : old != null ? before : zero(slot, json);
        }
        try {
            return (Record) parts.maker().invoke(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw json.error(
                    "record " + type.type().getSimpleName() + " refuses these values, fields that are left out are"
                            + " zero: " + e.getMessage(),
                    e);
        }
    }

    /** Throws unless a name is one of some. */
    static void requireKnown(JsonValue name, Collection<String> known, String problem, String kind) {
        if (!known.contains(name.value())) {
            String nearest = ShortNames.nearest((String) name.value(), known);
            throw name.error(problem
                    + name.cut()
                    + (nearest == null ? "; its " + kind + " are " + known : "; did you mean " + nearest + "?"));
        }
    }

    /** The value of a field that is left out. */
    private Object zero(Slot slot, JsonValue json) {
        Class<?> plain = slot.plain();
        if (slot.isOnHeap && !plain.isPrimitive()) {
            return null;
        } else if (plain.isArray()) {
            Length length = slot.field.getAnnotation(Length.class);
            return Array.newInstance(plain.getComponentType(), length == null ? 0 : length.value());
        } else if (plain == List.class) {
            return List.of();
        } else if (plain.isEnum()) {
            return plain.getEnumConstants().length == 0 ? null : plain.getEnumConstants()[0];
        } else if (plain.isRecord()) {
            JsonValue none = new JsonValue(Map.of(), json.depth(), json.line(), json.column());
            return read(none, slot.type, slot.name + ".", null, false);
        }
        return Array.get(Array.newInstance(plain, 1), 0);
    }

    private Object read(JsonValue json, Slot slot, Object old) {
        if (depth++ > ValueType.MOST_NESTED) {
            throw json.error(slot.description() + TOO_DEEP);
        }
        Object read = readValue(json, slot, old);
        depth--;
        return read;
    }

    private Object readValue(JsonValue json, Slot slot, Object old) {
        Class<?> plain = slot.plain();
        String what = slot.description();
        if (slot.isHandle()) {
            if (slot.isOnHeap && !json.isNull()) {
                throw json.error(what + IN_OBJECT);
            }
            return json.isNull() ? Entity.NULL : entities.apply(json);
        } else if (json.isNull()) {
            boolean canBeNull = slot.isOnHeap || plain.isEnum() || plain == String.class;
            if (plain.isPrimitive() || !canBeNull) {
                throw json.error(what + " must not be null: give it a value, or leave it out");
            }
            return null;
        } else if (plain.isArray()) {
            return readArray(json, slot);
        } else if (plain.isRecord() && !slot.hasCodec()) {
            Record before = slot.isOnHeap ? null : (Record) old;
            return read(json, slot.type, slot.name + ".", before, slot.isOnHeap);
        } else if (slot.type.isContainer()) {
            return readContainer(json, slot);
        } else if (slot.hasCodec() || slot.type.kind() == 'L') {
            throw json.error(slot.unwritable());
        }
        return readPlain(json, slot.type, what);
    }

    private static Object readPlain(JsonValue json, ValueType type, String what) {
        return switch (type.kind()) {
            case 'Z' -> json.flag(what);
            case 'B' -> (byte) json.whole(what, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case 'S' -> (short) json.whole(what, Short.MIN_VALUE, Short.MAX_VALUE);
            case 'I' -> (int) json.whole(what, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case 'J' -> json.whole(what, Long.MIN_VALUE, Long.MAX_VALUE);
            case 'C' -> {
                String text = json.text(what, "one character");
                if (text.length() != 1) {
                    throw json.error(what + " must be one character, not \"" + json.cut() + "\"");
                }
                yield text.charAt(0);
            }
            case 'F' -> {
                float value = Float.parseFloat(json.floating(what));
                yield (float) inRange(json, what, value, Float.MIN_VALUE + " to " + Float.MAX_VALUE);
            }
            case 'D' -> {
                double value = Double.parseDouble(json.floating(what));
                yield inRange(json, what, value, Double.MIN_VALUE + " to " + Double.MAX_VALUE);
            }
            case 'E' -> constant(json, type.type(), what);
            default -> readText(json, type, what);
        };
    }

    private static double inRange(JsonValue json, String what, double value, String range) {
        String text = json.floating(what);
        boolean isNumber = json.value() instanceof JsonValue.Number;
        if (isNumber && (Double.isInfinite(value) || value == 0 && text.matches("[^eE]*[1-9].*"))) {
            throw json.error(what + " must be 0, from " + range + ", or minus that: " + json.cut());
        }
        return value;
    }

    private static Object constant(JsonValue json, Class<?> type, String what) {
        List<String> names = Stream.of(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .toList();
        String name = json.text(what, "one of " + names);
        requireKnown(json, names, what + " has no constant ", "constants");
        return type.getEnumConstants()[names.indexOf(name)];
    }

    private static Object readText(JsonValue json, ValueType type, String what) {
        String text = json.text(what, "text");
        try {
            return type.ofText(text);
        } catch (RuntimeException e) { // of UUID and Instant
            throw json.error(what + " cannot be \"" + json.cut() + "\": " + e.getMessage(), e);
        }
    }

    private Object readArray(JsonValue json, Slot slot) {
        List<JsonValue> values = json.array(slot.description());
        Length length = slot.field.getAnnotation(Length.class);
        if (length != null && values.size() != length.value()) {
            throw json.error(slot.description() + " must have " + length.value() + " elements, not " + values.size());
        }
        Slot element = slot.element();
        Object array = Array.newInstance(element.plain(), values.size());
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, read(values.get(i), element, null));
        }
        return array;
    }

    private Object readContainer(JsonValue json, Slot slot) {
        List<Slot> elements = slot.type.arguments().stream().map(slot::element).toList();
        List<JsonValue> values = new ArrayList<>();
        boolean isMap = slot.plain() == Map.class;
        if (isMap && isName(elements.get(0).type) && json.value() instanceof Map) {
            for (Member member : json.object(slot.description()).values()) {
                values.add(member.name());
                values.add(member.value());
            }
        } else {
            for (JsonValue value : json.array(slot.description())) {
                List<JsonValue> each = isMap ? value.array("an entry of " + slot.name) : List.of(value);
                if (each.size() != elements.size()) {
                    throw value.error("an entry of " + slot.name + " must have a key and a value");
                }
                values.addAll(each);
            }
        }
        List<Object> read = new ArrayList<>();
        Set<Object> keys = new HashSet<>();
        for (JsonValue value : values) {
            boolean isKey = slot.plain() == Set.class || isMap && read.size() % 2 == 0;
            read.add(read(value, elements.get(read.size() % elements.size()), null));
            if (isKey && !keys.add(read.get(read.size() - 1))) {
                throw value.error(slot.name + " has this " + (isMap ? "key" : "element") + " twice: remove one");
            }
        }
        if (slot.plain() == Optional.class && (read.size() > 1 || read.contains(null))) {
            throw json.error(slot.description() + " must have no element, or one that is not null");
        }
        return slot.type.collection(read);
    }
}
