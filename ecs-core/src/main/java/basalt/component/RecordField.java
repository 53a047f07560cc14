package basalt.component;

import basalt.component.layout.RecordAccess;
import basalt.component.layout.ValueType;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A field of a component's record, or of a record that is nested in it: kind and length of its column, which has no
 * offset yet.
 *
 * @param name of a field of a nested record the names on the way, as in {@code position.x}
 * @param element the kind of the elements: of a list, else the kind
 * @param codec writes and reads the objects of a reference; null if there is none
 * @param unsavable of a reference without a codec, the type for which none can be made
 */
record RecordField(
        String name,
        Class<?> type,
        ColumnKind kind,
        ColumnKind element,
        int length,
        ReferenceCodec<?> codec,
        String unsavable) {
    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64,
            byte.class, ColumnKind.INT8,
            short.class, ColumnKind.INT16,
            char.class, ColumnKind.INT16,
            int.class, ColumnKind.INT32,
            long.class, ColumnKind.INT64,
            boolean.class, ColumnKind.BOOLEAN);

    /** The fields of a record in declared order, those of nested records in their place, each checked. */
    static List<RecordField> allOf(Class<?> recordType, boolean isEvent) {
        List<RecordField> fields = new ArrayList<>();
        addAll(ValueType.of(recordType), "", Set.of(recordType), isEvent, fields);
        RecordAccess.of(recordType, fields.stream().map(RecordField::name).toList()); // throws if it has no access
        return List.copyOf(fields);
    }

    private static void addAll(
            ValueType record, String prefix, Set<Class<?>> around, boolean isEvent, List<RecordField> to) {
        for (RecordComponent declared : record.type().getRecordComponents()) {
            Class<?> type = elementOf(declared.getType());
            String name = prefix + declared.getName();
            if (!type.isRecord() || declared.isAnnotationPresent(WithCodec.class)) {
                to.add(of(declared, name, record.field(declared), isEvent));
                continue;
            }
            lengthOf(declared, false);
            kindOf(declared, type, isEvent);
            Set<Class<?>> inner = new HashSet<>(around);
            if (!inner.add(type)) {
                throw invalid(
                        declared,
                        "is a record in a record of its own type, which has no end of columns: store the handle of"
                                + " another entity, a List or an Optional of them, or keep a reference by"
                                + " @WithCodec(...)");
            }
            if (!type.isHidden()) {
                initialise(declared, type);
            }
            requireAccess(declared, type);
            if (type == declared.getType()) {
                addAll(record.field(declared), name + ".", inner, isEvent, to);
                continue;
            }
            if (isEvent) {
                throw invalid(
                        declared,
                        "is an array of records, which only components can have: send an event for each,"
                                + " or keep a reference by @WithCodec(...)");
            }
            List<RecordField> lists = new ArrayList<>();
            addAll(ValueType.of(type), name + ".", inner, isEvent, lists);
            if (lists.isEmpty()) {
                throw invalid(declared, "is an array of records without fields: store their number");
            }
            lists.forEach(field -> to.add(field.listIn(declared)));
        }
    }

    /** The records of an array; else the type. */
    private static Class<?> elementOf(Class<?> type) {
        return type.isArray() && type.getComponentType().isRecord() ? type.getComponentType() : type;
    }

    /** A list of such fields, of the records in an array. */
    private RecordField listIn(RecordComponent array) {
        if (!type.isPrimitive() && !isEnum() && kind != ColumnKind.STRING) {
            throw invalid(
                    array,
                    "is an array of records whose field " + name + " (" + type.getTypeName() + ") is not a primitive,"
                            + " enum, string or handle without @WithCodec: make each an entity of its own, or keep a"
                            + " reference to the array by @WithCodec(...)");
        }
        if (kind == ColumnKind.STRING) {
            return new RecordField(name, String[].class, ColumnKind.STRING_LIST, kind, 1, null, null);
        }
        return new RecordField(name, type.arrayType(), ColumnKind.LIST, kind, 1, null, null);
    }

    private static void requireAccess(RecordComponent declared, Class<?> type) {
        try {
            RecordAccess.of(type);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    describe(declared) + " cannot be taken apart into columns: " + e.getMessage()
                            + "; or keep a reference by @WithCodec(...)",
                    e);
        }
    }

    static int bytesPerRow(List<RecordField> fields) {
        return fields.stream()
                .mapToInt(field -> field.length * field.kind.sizeBytes())
                .sum();
    }

    /** Bytes that the fields' lanes take one after another, padding included. */
    static long extentBytes(List<RecordField> fields) {
        return fields.stream().mapToLong(RecordField::extentBytes).sum();
    }

    private static RecordField of(RecordComponent declared, String name, ValueType generic, boolean isEvent) {
        Class<?> type = declared.getType();
        boolean vector = type.isArray() && type.getComponentType().isPrimitive();
        Class<?> element = vector ? type.getComponentType() : type;
        int length = lengthOf(declared, vector);
        ColumnKind elementKind = kindOf(declared, element, isEvent);
        boolean isStrings = generic.type() == type // not one of a type variable
                && generic.isStrings()
                && !isEvent
                && !declared.isAnnotationPresent(WithCodec.class);
        ColumnKind kind = vector && !declared.isAnnotationPresent(Length.class)
                ? ColumnKind.LIST
                : isStrings ? ColumnKind.STRING_LIST : elementKind;
        ReferenceCodec<?> codec = codecOf(declared, kind, generic);
        String unsavable = kind == ColumnKind.REFERENCE && codec == null ? generic.unsavable() : null;
        return new RecordField(name, type, kind, elementKind, length, codec, unsavable);
    }

    /** Whether values are constants of an enum, in a column of their ordinals. */
    boolean isEnum() {
        return type.isEnum() && kind != ColumnKind.REFERENCE;
    }

    /** Whether values are arrays of constants of an enum, in a list of their ordinals. */
    boolean isEnumList() {
        return kind == ColumnKind.LIST && type.getComponentType().isEnum();
    }

    /** Throws if a field of an event is a list: events have no memory for elements. */
    static void requireNoList(Class<?> event, List<RecordField> fields) {
        for (RecordField field : fields) {
            if (field.kind == ColumnKind.LIST) {
                throw new IllegalArgumentException("field " + field.name + " of event " + event.getName() + " ("
                        + field.type.getTypeName() + ") is a list, which only components can have: write @Length(n)"
                        + " before it");
            }
        }
    }

    /** Bytes that the field's lanes take of a block, or of a page of events, padding included. */
    long extentBytes() {
        return (long) length * kind.laneStride();
    }

    private static int lengthOf(RecordComponent declared, boolean vector) {
        Length annotation = declared.getAnnotation(Length.class);
        if (annotation == null) {
            return 1;
        }
        if (!vector) {
            throw invalid(declared, "has @Length, which only an array of primitives can have: remove it");
        }
        if (annotation.value() < 1 || annotation.value() > Length.MAX) {
            throw invalid(
                    declared, "must have a length from 1 to " + Length.MAX + ": @Length(" + annotation.value() + ")");
        }
        return annotation.value();
    }

    private static ColumnKind kindOf(RecordComponent declared, Class<?> element, boolean isEvent) {
        boolean handle = declared.isAnnotationPresent(EntityHandle.class);
        if (handle && element != long.class) {
            throw invalid(
                    declared, "has @EntityHandle, which only a long or long[] can have: remove it or change the type");
        }
        if (declared.isAnnotationPresent(WithCodec.class) && !element.isPrimitive()) {
            return ColumnKind.REFERENCE;
        }
        if (element.isEnum()) {
            initialise(declared, element);
            return EnumColumn.kind(element.getEnumConstants().length);
        }
        if (element == String.class && !isEvent) { // events have no memory for elements
            return ColumnKind.STRING;
        }
        return !element.isPrimitive() ? ColumnKind.REFERENCE : handle ? ColumnKind.ENTITY : KINDS.get(element);
    }

    private static void initialise(RecordComponent declared, Class<?> type) {
        try {
            RecordAccess.initialise(type.getName(), type.getClassLoader());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(describe(declared) + " cannot be stored: " + e.getMessage(), e);
        }
    }

    private static ReferenceCodec<?> codecOf(RecordComponent declared, ColumnKind kind, ValueType generic) {
        if (kind == ColumnKind.REFERENCE) {
            return declaredCodec(declared, generic);
        }
        if (declared.isAnnotationPresent(WithCodec.class)) {
            throw invalid(declared, "has @WithCodec, which only a reference can have: remove it");
        }
        return null;
    }

    static IllegalArgumentException invalid(RecordComponent declared, String problem) {
        return new IllegalArgumentException(describe(declared) + " " + problem);
    }

    /** The field as text, for messages. */
    static String describe(RecordComponent declared) {
        return "field " + declared.getName() + " of record "
                + declared.getDeclaringRecord().getName() + " ("
                + declared.getType().getTypeName() + ")";
    }

    /** The codec of a reference field; null if it has none. Calls the constructor of a user's class. */
    private static ReferenceCodec<?> declaredCodec(RecordComponent field, ValueType generic) {
        WithCodec declared = field.getAnnotation(WithCodec.class);
        if (declared == null) {
            return generic.unsavable() == null ? new ValueCodec(generic) : null;
        }
        Class<?> codec = declared.value();
        for (Method method : codec.getMethods()) {
            if (method.getName().equals("write") && !method.isBridge() && isWrite(method)) {
                requireObjectsOf(method.getParameterTypes()[0], field, codec);
            }
        }
        return make(field, codec);
    }

    private static boolean isWrite(Method method) {
        return method.getParameterCount() == 3
                && method.getParameterTypes()[1] == MutableDirectBuffer.class
                && method.getParameterTypes()[2] == int.class;
    }

    private static void requireObjectsOf(Class<?> written, RecordComponent field, Class<?> codec) {
        if (!written.isAssignableFrom(field.getType())) {
            throw invalid(
                    field,
                    "has a codec of other objects: " + codec.getName() + " writes " + written.getTypeName()
                            + "; name one of " + field.getType().getTypeName());
        }
    }

    private static ReferenceCodec<?> make(RecordComponent field, Class<?> codec) {
        if (codec.isInterface() || Modifier.isAbstract(codec.getModifiers())) {
            throw invalid(field, "has a codec that is abstract: " + codec.getName() + "; name a class");
        }
        MethodHandle constructor;
        try {
            constructor = RecordAccess.lookupIn(codec).findConstructor(codec, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    describe(field) + " has a codec that cannot be made: give " + codec.getName()
                            + " a constructor without parameters, and make both public or open their package",
                    e);
        }
        try {
            return (ReferenceCodec<?>) constructor.invoke();
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalArgumentException(
                    describe(field) + " has a codec whose constructor throws: " + codec.getName(), e);
        }
    }

    /** Values as their types say. Their kind is before them, except for strings. */
    private record ValueCodec(ValueType type) implements ReferenceCodec<Object> {
        private int headerBytes() {
            return type.type() == String.class ? 0 : 1;
        }

        @Override
        public int write(Object value, MutableDirectBuffer to, int offset) {
            if (headerBytes() > 0) {
                to.putByte(offset, (byte) type.kind());
            }
            return type.encode(value, to, offset + headerBytes()) - offset;
        }

        @Override
        public Object read(DirectBuffer from, int offset, int length) {
            boolean isThere = headerBytes() > 0 && length > 0;
            char kind = isThere ? (char) from.getByte(offset) : type.kind();
            return type.decode(kind, from, offset + headerBytes(), offset + length);
        }
    }
}
