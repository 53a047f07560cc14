package basalt.bench.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Functions in C, compiled at run time as a library, so that a benchmark calls them in its own JVM. Needs gcc, and JDK
 * 22: {@code java.lang.foreign} is used by reflection, as this module is compiled for an earlier one.
 */
public final class NativeLibrary {
    private static final int FIRST_JDK = 22;
    private static final String COMPILER = "gcc";
    private static final List<String> FLAGS = List.of("-std=c11", "-O3", "-march=native");
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

    /** Why there are no functions in C here; empty if there are. */
    public static Optional<String> missing() {
        if (Runtime.version().feature() < FIRST_JDK) {
            return Optional.of("calls of C need JDK " + FIRST_JDK + " or newer, this is " + Runtime.version());
        }
        try {
            compiler();
            return Optional.empty();
        } catch (IOException none) {
            return Optional.of("no C compiler: " + none.getMessage());
        }
    }

    /** The compiler and its flags. */
    public static String compiler() throws IOException {
        return run(List.of(COMPILER, "--version"), InputStream.nullInputStream())
                        .lines()
                        .findFirst()
                        .orElse(COMPILER) + ", " + String.join(" ", FLAGS);
    }

    /**
     * Compiles a source of {@code src/main/c}, and loads it.
     *
     * @param moreFlags flags of the compiler, besides those of all sources
     * @throws IllegalStateException if this fails; the message names the cause
     */
    public static NativeLibrary of(String source, String... moreFlags) {
        Optional<String> missing = missing();
        if (missing.isPresent()) {
            throw new IllegalStateException(missing.get());
        }
        try (InputStream text = NativeLibrary.class.getResourceAsStream(source)) {
            if (text == null) {
                throw new IllegalStateException(source + " is not on the class path");
            }
            Path library = Files.createTempFile("basalt-", ".so");
            try {
                List<String> command = new ArrayList<>(List.of(COMPILER, "-shared", "-fPIC"));
                command.addAll(FLAGS);
                command.addAll(List.of(moreFlags));
                command.addAll(List.of("-x", "c", "-", "-o", library.toString()));
                run(command, text);
                return new NativeLibrary(library);
            } finally {
                Files.delete(library); // what is loaded stays
            }
        } catch (IOException | ReflectiveOperationException failure) {
            throw new IllegalStateException(source + ": " + failure.getMessage(), failure);
        }
    }

    private static String run(List<String> command, InputStream input) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (OutputStream to = process.getOutputStream()) {
            input.transferTo(to);
        }
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(printed);
        }
        return printed;
    }

    /**
     * A function, which is to be called with exactly these types.
     *
     * @param name its name
     * @param types descriptor as in the JVM, of void (V), int (I), long (J) and float (F); pointers are longs
     * @throws IllegalArgumentException if there is no such function
     */
    public MethodHandle function(String name, String types) {
        MethodType type = MethodType.fromMethodDescriptorString(types, null);
        try {
            Class<?> layout = foreign("MemoryLayout");
            Object parameters = Array.newInstance(layout, type.parameterCount());
            for (int i = 0; i < type.parameterCount(); i++) {
                Array.set(parameters, i, layout(type.parameterType(i)));
            }
            Class<?> descriptor = foreign("FunctionDescriptor");
            Object described = type.returnType() == void.class
                    ? descriptor.getMethod("ofVoid", parameters.getClass()).invoke(null, parameters)
                    : descriptor
                            .getMethod("of", layout, parameters.getClass())
                            .invoke(null, layout(type.returnType()), parameters);
            Object address = foreign("SymbolLookup")
                    .getMethod("findOrThrow", String.class)
                    .invoke(symbols, name);
            Object options = Array.newInstance(foreign("Linker$Option"), 0);
            return (MethodHandle) foreign("Linker")
                    .getMethod("downcallHandle", foreign("MemorySegment"), descriptor, options.getClass())
                    .invoke(linker, address, described, options);
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
