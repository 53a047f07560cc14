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
 * @param codec writes and reads the objects of a reference; null if there is none
 * @param unsavable of a reference without a codec, the type for which none can be made
 */
record RecordField(String name, Class<?> type, ColumnKind kind, int length, ReferenceCodec<?> codec, String unsavable) {
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
    static List<RecordField> allOf(Class<?> recordType) {
        List<RecordField> fields = new ArrayList<>();
        addAll(ValueType.of(recordType), "", Set.of(recordType), fields);
        RecordAccess.of(recordType, fields.stream().map(RecordField::name).toList()); // throws if it has no access
        return List.copyOf(fields);
    }

    private static void addAll(ValueType record, String prefix, Set<Class<?>> around, List<RecordField> to) {
        for (RecordComponent declared : record.type().getRecordComponents()) {
            Class<?> type = declared.getType();
            String name = prefix + declared.getName();
            if (!type.isRecord() || declared.isAnnotationPresent(WithCodec.class)) {
                to.add(of(declared, name, record.field(declared)));
                continue;
            }
            lengthOf(declared, false);
            kindOf(declared, type);
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
            requireAccess(declared);
            addAll(record.field(declared), name + ".", inner, to);
        }
    }

    private static void requireAccess(RecordComponent declared) {
        try {
            RecordAccess.of(declared.getType());
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

    private static RecordField of(RecordComponent declared, String name, ValueType generic) {
        Class<?> type = declared.getType();
        boolean vector = type.isArray() && type.getComponentType().isPrimitive();
        Class<?> element = vector ? type.getComponentType() : type;
        int length = lengthOf(declared, vector);
        ColumnKind kind = kindOf(declared, element);
        ReferenceCodec<?> codec = codecOf(declared, kind, generic);
        String unsavable = kind == ColumnKind.REFERENCE && codec == null ? generic.unsavable() : null;
        return new RecordField(name, type, kind, length, codec, unsavable);
    }

    /** Whether values are constants of an enum, in a column of their ordinals. */
    boolean isEnum() {
        return type.isEnum() && kind != ColumnKind.REFERENCE;
    }

    /** Whether values are arrays of primitives. */
    boolean isVector() {
        return type.isArray() && kind != ColumnKind.REFERENCE;
    }

    /** Bytes that the field's lanes take of a block, or of a page of events, padding included. */
    long extentBytes() {
        return (long) length * kind.laneStride();
    }

    private static int lengthOf(RecordComponent declared, boolean vector) {
        Length annotation = declared.getAnnotation(Length.class);
        if (annotation == null) {
            if (vector) {
                throw invalid(declared, "is an array and needs a length: write @Length(n) before it");
            }
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

    private static ColumnKind kindOf(RecordComponent declared, Class<?> element) {
        boolean handle = declared.isAnnotationPresent(EntityHandle.class);
        if (handle && element != long.class) {
            throw invalid(
                    declared, "has @EntityHandle, which only a long or long[] can have: remove it or change the type");
        }
        if (element.isEnum() && !declared.isAnnotationPresent(WithCodec.class)) {
            initialise(declared, element);
            return EnumColumn.kind(element.getEnumConstants().length);
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
