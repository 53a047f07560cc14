package basalt.compiler;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.agrona.UnsafeApi;

/**
 * The method that a lambda or method reference stands for, and the values that it passes before its arguments.
 *
 * <p>The JVM makes a hidden class for each of them, whose only call is that of the method. This class reads it from the
 * constant pool of the hidden class, which is the only place that has it: by the JDK's own access to constant pools,
 * for which the flag that Agrona needs is enough. It is found in JDK 17 to 25; where it is not, no body is translated.
 *
 * <p>SAFETY: fields and elements are read at the offsets that the JVM gives for them.
 *
 * @param method null if its class file is missing
 * @param isConstructor whether it is a constructor, and the result the new object
 */
record BodyCode(MethodCode method, boolean isConstructor, List<Object> captured) {
    /** Whether a captured value is a number or boolean of the method, not an object. */
    boolean isPrimitive(int value) {
        int parameter = value - (method.isStatic() || isConstructor ? 0 : 1); // before it, the receiver
        return parameter >= 0 && method.type().parameterType(parameter).isPrimitive();
    }

    /** What a lambda or method reference stands for; null if that is not found. */
    static BodyCode of(Object lambda) {
        try {
            return ConstantPool.GET == null ? null : find(lambda);
        } catch (Throwable e) {
            return null; // another JVM, or its constant pools have changed
        }
    }

    private static BodyCode find(Object lambda) throws Throwable {
        Class<?> type = lambda.getClass();
        Object pool = ConstantPool.GET.invoke(ConstantPool.ACCESS, type);
        Set<List<String>> called = new LinkedHashSet<>();
        for (int i = (int) ConstantPool.SIZE.invoke(pool) - 1; i > 0; i--) {
            String[] member = ConstantPool.member(pool, i);
            if (member != null && member[2].startsWith("(") && !isOfLambdas(member[0])) {
                called.add(List.of(member));
            }
        }
        if (called.size() != 1 || !type.getName().contains("$$Lambda")) {
            return null; // it boxes numbers, or is another hidden class
        }
        List<String> member = called.iterator().next();
        Class<?> owner = Class.forName(member.get(0).replace('/', '.'), false, type.getClassLoader());
        MethodCode code = MethodCode.find(owner, member.get(1), member.get(2));
        return new BodyCode(code, member.get(1).equals("<init>"), captured(lambda));
    }

    /** Whether the classes of lambdas themselves call methods of a class. */
    private static boolean isOfLambdas(String owner) {
        return owner.equals("java/lang/Object")
                || owner.equals("java/lang/invoke/SerializedLambda")
                || owner.equals("java/io/NotSerializableException");
    }

    /** The captured values, which are in the fields {@code arg$1}, {@code arg$2}, and so on. */
    private static List<Object> captured(Object lambda) {
        List<Field> fields = new ArrayList<>();
        for (Field field : lambda.getClass().getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                fields.add(field);
            }
        }
        fields.sort(Comparator.comparingInt(
                field -> Integer.parseInt(field.getName().replaceAll("\\D", ""))));
        List<Object> values = new ArrayList<>();
        for (Field field : fields) {
            values.add(read(lambda, UnsafeApi.objectFieldOffset(field), field.getType()));
        }
        return values;
    }

    /** Reads a field or an element of an array; a primitive value is boxed. */
    static Object read(Object base, long offset, Class<?> type) {
        if (!type.isPrimitive()) {
            return UnsafeApi.getReference(base, offset);
        }
        return switch (type.descriptorString().charAt(0)) {
            case 'Z' -> UnsafeApi.getBoolean(base, offset);
            case 'B' -> UnsafeApi.getByte(base, offset);
            case 'S' -> UnsafeApi.getShort(base, offset);
            case 'C' -> UnsafeApi.getChar(base, offset);
            case 'I' -> UnsafeApi.getInt(base, offset);
            case 'J' -> UnsafeApi.getLong(base, offset);
            case 'F' -> UnsafeApi.getFloat(base, offset);
            default -> UnsafeApi.getDouble(base, offset);
        };
    }

    /** The JDK's access to constant pools; null if there is none. */
    private static final class ConstantPool {
        static final Object ACCESS;
        static final MethodHandle GET;
        static final MethodHandle SIZE;
        private static final MethodHandle MEMBER;

        static {
            Object access = null;
            MethodHandle get = null;
            MethodHandle size = null;
            MethodHandle member = null;
            try {
                Class<?> lang = Class.forName("jdk.internal.access.JavaLangAccess");
                Class<?> secrets = Class.forName("jdk.internal.access.SharedSecrets");
                Class<?> pool = Class.forName("jdk.internal.reflect.ConstantPool");
                access = trusted()
                        .findStatic(secrets, "getJavaLangAccess", MethodType.methodType(lang))
                        .invoke();
                size = trusted().findVirtual(pool, "getSize", MethodType.methodType(int.class));
                member = trusted()
                        .findVirtual(pool, "getMemberRefInfoAt", MethodType.methodType(String[].class, int.class));
                get = trusted().findVirtual(lang, "getConstantPool", MethodType.methodType(pool, Class.class));
            } catch (Throwable e) {
                get = null; // another JVM
            }
            ACCESS = access;
            GET = get;
            SIZE = size;
            MEMBER = member;
        }

        /** The class, name and descriptor of a member; null if the constant is something else. */
        static String[] member(Object pool, int index) throws Throwable {
            try {
                return (String[]) MEMBER.invoke(pool, index);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }

    /** A lookup that reaches all members of all classes. */
    static Lookup trusted() throws ReflectiveOperationException {
        Field field = Lookup.class.getDeclaredField("IMPL_LOOKUP");
        return (Lookup) UnsafeApi.getReference(UnsafeApi.staticFieldBase(field), UnsafeApi.staticFieldOffset(field));
    }
}
