package basalt.component;

import basalt.internal.Utf8;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Finds the codec that a field declares. */
final class DeclaredCodec {
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
