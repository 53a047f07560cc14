package basalt.bench.field.c;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Functions in C, compiled at run time as a library, so that a benchmark calls them in its own JVM. Needs JDK 22:
 * {@code java.lang.foreign} is used by reflection, as this module is compiled for an earlier one.
 */
public final class NativeLibrary {
    private static final int FIRST_JDK = 22;
    private static final Map<Class<?>, String> LAYOUTS =
            Map.of(int.class, "JAVA_INT", long.class, "JAVA_LONG", float.class, "JAVA_FLOAT");

    private final Object linker;
    private final Object symbols;

    private NativeLibrary(Path library) throws ReflectiveOperationException {
        Class<?> arena = foreign("Arena");
        linker = foreign("Linker").getMethod("nativeLinker").invoke(null);
        symbols = foreign("SymbolLookup")
                .getMethod("libraryLookup", Path.class, arena)
                .invoke(null, library, arena.getMethod("global").invoke(null));
    }

    /**
     * Compiles a source of {@code src/main/c} with the flags of {@link NativeLoops}, and loads it.
     *
     * @param source name of the file
     * @return the functions
     * @throws IOException if there is no compiler, compiling fails, or the JDK is too old; the message names the cause
     */
    public static NativeLibrary compile(String source) throws IOException {
        if (Runtime.version().feature() < FIRST_JDK) {
            throw new IOException("calls of C need JDK " + FIRST_JDK + " or newer, this is " + Runtime.version());
        }
        Path folder = Files.createTempDirectory("basalt-library-");
        Path library = folder.resolve("library.so");
        try {
            NativeLoops.compile(source, folder, library, "-shared", "-fPIC");
            return new NativeLibrary(library);
        } catch (ReflectiveOperationException missing) {
            throw new IOException("calls of C: " + missing, missing);
        } finally {
            Files.deleteIfExists(folder.resolve(source));
            Files.deleteIfExists(library); // what is loaded stays
            Files.deleteIfExists(folder);
        }
    }

    /**
     * A function.
     *
     * @param name its name
     * @param result type of the result: void, int, long or float; pointers are longs
     * @param parameters types of the parameters
     * @return calls it, with exactly these types
     * @throws IllegalArgumentException if there is no such function
     */
    public MethodHandle function(String name, Class<?> result, Class<?>... parameters) {
        try {
            Class<?> layout = foreign("MemoryLayout");
            Object ofParameters = Array.newInstance(layout, parameters.length);
            for (int i = 0; i < parameters.length; i++) {
                Array.set(ofParameters, i, layout(parameters[i]));
            }
            Class<?> descriptor = foreign("FunctionDescriptor");
            Object described = result == void.class
                    ? descriptor.getMethod("ofVoid", ofParameters.getClass()).invoke(null, ofParameters)
                    : descriptor
                            .getMethod("of", layout, ofParameters.getClass())
                            .invoke(null, layout(result), ofParameters);
            Object address = foreign("SymbolLookup")
                    .getMethod("findOrThrow", String.class)
                    .invoke(symbols, name);
            Object options = Array.newInstance(foreign("Linker$Option"), 0);
            Method call = foreign("Linker")
                    .getMethod("downcallHandle", foreign("MemorySegment"), descriptor, options.getClass());
            return (MethodHandle) call.invoke(linker, address, described, options);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalArgumentException("function " + name + ": " + missing.getCause(), missing);
        }
    }

    private static Object layout(Class<?> type) throws ReflectiveOperationException {
        return foreign("ValueLayout").getField(LAYOUTS.get(type)).get(null);
    }

    private static Class<?> foreign(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
