package basalt.component;

import basalt.internal.Utf8;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A field of a component's record: kind and length of its column, which has no offset yet.
 *
 * @param codec writes and reads the objects of a reference; null if there is none
 */
record RecordField(String name, Class<?> type, ColumnKind kind, int length, ReferenceCodec<?> codec) {
    private static final Map<Class<?>, ColumnKind> KINDS = Map.of(
            float.class, ColumnKind.FLOAT32,
            double.class, ColumnKind.FLOAT64,
            byte.class, ColumnKind.INT8,
            short.class, ColumnKind.INT16,
            int.class, ColumnKind.INT32,
            long.class, ColumnKind.INT64,
            boolean.class, ColumnKind.BOOLEAN);

    /** The fields of a record in declared order, each checked. */
    static List<RecordField> allOf(Class<?> recordType) {
        return Stream.of(recordType.getRecordComponents()).map(RecordField::of).toList();
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

    private static RecordField of(RecordComponent declared) {
        Class<?> type = declared.getType();
        boolean vector = type.isArray() && type.getComponentType().isPrimitive();
        Class<?> element = vector ? type.getComponentType() : type;
        int length = lengthOf(declared, vector);
        ColumnKind kind = kindOf(declared, element);
        return new RecordField(declared.getName(), type, kind, length, codecOf(declared, kind));
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
        if (!element.isPrimitive()) {
            return ColumnKind.REFERENCE;
        }
        ColumnKind kind = handle ? ColumnKind.ENTITY : KINDS.get(element);
        if (kind == null) {
            throw invalid(declared, "has a type without a column kind: use short or int instead of " + element);
        }
        return kind;
    }

    private static ReferenceCodec<?> codecOf(RecordComponent declared, ColumnKind kind) {
        if (kind == ColumnKind.REFERENCE) {
            return DeclaredCodec.of(declared);
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

    /** Finds the codec that a field declares. */
    static final class DeclaredCodec {
        private DeclaredCodec() {}

        /** The codec of a reference field; null if it has none. Calls the constructor of a user's class. */
        static ReferenceCodec<?> of(RecordComponent field) {
            WithCodec declared = field.getAnnotation(WithCodec.class);
            Class<?> type = field.getType();
            if (declared == null) {
                return type == String.class ? new Text() : type.isEnum() ? new Constant(type) : null;
            }
            Class<?> codec = declared.value();
            for (Method method : codec.getMethods()) {
                if (method.getName().equals("write") && !method.isBridge() && isWrite(method)) {
                    requireObjectsOf(type, method.getParameterTypes()[0], field, codec);
                }
            }
            return make(field, codec);
        }

        private static boolean isWrite(Method method) {
            return method.getParameterCount() == 3
                    && method.getParameterTypes()[1] == MutableDirectBuffer.class
                    && method.getParameterTypes()[2] == int.class;
        }

        private static void requireObjectsOf(Class<?> type, Class<?> written, RecordComponent field, Class<?> codec) {
            if (!written.isAssignableFrom(type)) {
                throw RecordField.invalid(
                        field,
                        "has a codec of other objects: " + codec.getName() + " writes " + written.getTypeName()
                                + "; name one of " + type.getTypeName());
            }
        }

        private static ReferenceCodec<?> make(RecordComponent field, Class<?> codec) {
            if (codec.isInterface() || Modifier.isAbstract(codec.getModifiers())) {
                throw RecordField.invalid(field, "has a codec that is abstract: " + codec.getName() + "; name a class");
            }
            MethodHandle constructor;
            try {
                DeclaredCodec.class.getModule().addReads(codec.getModule());
                constructor = lookupIn(codec).findConstructor(codec, MethodType.methodType(void.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(
                        RecordField.describe(field) + " has a codec that cannot be made: give " + codec.getName()
                                + " a constructor without parameters, and make both public or open their package",
                        e);
            }
            try {
                return (ReferenceCodec<?>) constructor.invoke();
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalArgumentException(
                        RecordField.describe(field) + " has a codec whose constructor throws: " + codec.getName(), e);
            }
        }

        private static MethodHandles.Lookup lookupIn(Class<?> codec) {
            MethodHandles.Lookup own = MethodHandles.lookup();
            try {
                return MethodHandles.privateLookupIn(codec, own);
            } catch (IllegalAccessException e) {
                return own;
            }
        }

        /** Strings as {@link Utf8} writes them. */
        private static final class Text implements ReferenceCodec<String> {
            @Override
            public int write(String value, MutableDirectBuffer to, int offset) {
                byte[] bytes = Utf8.encode(value);
                to.putBytes(offset, bytes);
                return bytes.length;
            }

            @Override
            public String read(DirectBuffer from, int offset, int length) {
                byte[] bytes = new byte[length];
                from.getBytes(offset, bytes);
                return Utf8.decode(bytes);
            }
        }

        /** The constants of an enum by their names. */
        private record Constant(Class<?> type) implements ReferenceCodec<Enum<?>> {
            private static final Text NAME = new Text();

            @Override
            public int write(Enum<?> value, MutableDirectBuffer to, int offset) {
                return NAME.write(value.name(), to, offset);
            }

            @Override
            public Enum<?> read(DirectBuffer from, int offset, int length) {
                String name = NAME.read(from, offset, length);
                for (Object constant : type.getEnumConstants()) {
                    if (((Enum<?>) constant).name().equals(name)) {
                        return (Enum<?>) constant;
                    }
                }
                throw new IllegalArgumentException("enum " + type.getName() + " has no constant of that name: " + name);
            }
        }
    }
}
