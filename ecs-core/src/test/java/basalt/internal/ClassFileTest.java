package basalt.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.internal.ClassFile.Call;
import basalt.internal.ClassFile.Code;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the methods of written classes. */
class ClassFileTest {
    private static final String NAME = "basalt.internal.Written";

    private final ClassFile file = new ClassFile(NAME, Object.class);

    static Stream<Object> values() {
        return Stream.of(true, (byte) -1, (short) -2, 'x', -3, 1L << 40, 0.5f, -0.25, "text");
    }

    private MethodHandle method(MethodType type) throws ReflectiveOperationException {
        return MethodHandles.lookup()
                .findStatic(file.defineHidden(MethodHandles.lookup()).lookupClass(), "method", type);
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldReturnAnyParameter(Object value) throws Throwable {
        Class<?> type = MethodType.methodType(value.getClass()).unwrap().returnType();
        for (int slot : new int[] {0, 1, 3, 4, 127, 128, 252}) {
            List<Class<?>> parameters = new ArrayList<>(Collections.nCopies(slot, int.class));
            parameters.add(type);
            MethodType passed = MethodType.methodType(type, parameters);
            ClassFile one = new ClassFile(NAME, Object.class);
            Code code = one.method(Modifier.STATIC, "method", passed);
            code.load(type, slot);
            code.end();
            List<Object> arguments = new ArrayList<>(Collections.nCopies(slot, 7));
            arguments.add(value);
            Class<?> written = one.defineHidden(MethodHandles.lookup()).lookupClass();

            assertEquals(
                    value,
                    MethodHandles.lookup().findStatic(written, "method", passed).invokeWithArguments(arguments));
        }
    }

    @Test
    void shouldLoadManyConstants() throws Throwable {
        List<String> constants =
                IntStream.range(0, 400).mapToObj(i -> "constant " + i).toList();
        MethodType concat = MethodType.methodType(String.class, String.class);
        MethodType type = MethodType.methodType(String.class);
        Code code = file.method(Modifier.STATIC, "method", type);
        code.loadConstant(String.class, "");
        for (String constant : constants) {
            code.loadConstant(String.class, constant);
            code.call(Call.VIRTUAL, String.class, "concat", concat);
        }
        code.end();

        assertEquals(String.join("", constants), method(type).invoke());
    }

    @Test
    void shouldCallMethodsOfAllKinds() throws Throwable {
        MethodHandle length =
                MethodHandles.lookup().findVirtual(String.class, "length", MethodType.methodType(int.class));
        Supplier<String> supplier = () -> "abc";
        MethodType type = MethodType.methodType(long.class);
        Code inner = file.method(Modifier.STATIC, "inner", MethodType.methodType(String.class));
        inner.loadConstant(Supplier.class, supplier);
        inner.call(Call.INTERFACE, Supplier.class, "get", MethodType.methodType(Object.class));
        inner.call(Call.STATIC, String.class, "valueOf", MethodType.methodType(String.class, Object.class));
        inner.end();
        Code code = file.method(Modifier.STATIC, "method", type);
        code.loadConstant(MethodHandle.class, length);
        code.callOwn("inner", MethodType.methodType(String.class));
        code.callExactly(MethodType.methodType(int.class, String.class));
        code.call(Call.STATIC, Integer.class, "toUnsignedLong", MethodType.methodType(long.class, int.class));
        code.end();

        assertEquals(3L, method(type).invoke());
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldMakeObjectsWithAField(Object value) throws ReflectiveOperationException {
        Class<?> type = MethodType.methodType(value.getClass()).unwrap().returnType();
        ClassFile subclass = new ClassFile(NAME, Named.class);
        subclass.addField("field", type);
        Code get = subclass.method(Modifier.PUBLIC, "get", MethodType.methodType(type));
        get.loadField("field", type);
        get.end();
        Class<?> written =
                MethodHandles.lookup().defineHiddenClass(subclass.bytes(), true).lookupClass();
        Object made = written.getDeclaredConstructor(type).newInstance(value);

        assertEquals(value, written.getDeclaredMethod("get").invoke(made));
        assertEquals("named", ((Named) made).name);
        assertEquals(Modifier.FINAL, written.getModifiers() & (Modifier.FINAL | Modifier.PUBLIC));
        assertEquals(Modifier.FINAL, written.getDeclaredField("field").getModifiers());
    }

    /** A superclass with a state. */
    abstract static class Named {
        private final String name = "named";
    }
}
