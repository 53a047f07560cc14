package basalt.compiler;

import basalt.compiler.Graph.Kind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.Map;

/**
 * The classes and constants of the Vector API (module {@code jdk.incubator.vector}, JEP 529), by reflection: this
 * library runs without the module, and then translates nothing.
 */
final class VectorApi {
    /** The first release in which the class of memory segments is final and the Vector API takes it. */
    private static final int FIRST_RELEASE = 24;

    private static final String PACKAGE = "jdk.incubator.vector.";

    /** Why there is none; null if there is one. */
    static final String MISSING;

    /** The API; null if there is none. */
    static final VectorApi INSTANCE;

    static {
        VectorApi api = null;
        String missing = null;
        if (Runtime.version().feature() < FIRST_RELEASE) {
            missing = "this is Java " + Runtime.version().feature() + ", and " + FIRST_RELEASE + " is needed";
        } else if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
            missing = "this JVM has no module jdk.incubator.vector: start it with --add-modules jdk.incubator.vector";
        } else {
            try {
                api = new VectorApi();
            } catch (Throwable e) {
                missing = "the Vector API of this JVM cannot be used: " + e;
            }
        }
        INSTANCE = api;
        MISSING = missing;
    }

    final Class<?> vector = type("Vector");
    final Class<?> mask = type("VectorMask");
    final Class<?> species = type("VectorSpecies");
    final Class<?> operators = type("VectorOperators");
    final Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");

    /** All memory, as a segment. */
    final Object memory;

    /** The bits of the longest vectors that this processor has. */
    final int bits;

    private final Map<String, Object> constants = new HashMap<>();

    private VectorApi() throws Throwable {
        VectorApi.class.getModule().addReads(vector.getModule());
        Lookup inside = MethodHandles.privateLookupIn(segment, BodyCode.trusted()); // others are warned of the call
        Object none = segment.getField("NULL").get(null);
        memory = inside.findVirtual(segment, "reinterpret", MethodType.methodType(segment, long.class))
                .invoke(none, Long.MAX_VALUE);
        Object preferred = ofElement(int.class).getField("SPECIES_PREFERRED").get(null);
        bits = (int) species.getMethod("vectorBitSize").invoke(preferred);
        load();
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name);
    }

    /** Loads all classes of vectors and segments: one that is loaded later would make the JVM discard compiled code. */
    private void load() throws ReflectiveOperationException {
        for (Class<?> element :
                new Class<?>[] {byte.class, short.class, int.class, long.class, float.class, double.class}) {
            for (int size = 64; size <= 512; size *= 2) {
                Object of = ofElement(element).getField("SPECIES_" + size).get(null);
                Object zero = species.getMethod("zero").invoke(of);
                vector.getMethod("compare", operators("Comparison"), vector).invoke(zero, operator("EQ"), zero);
            }
            segment.getMethod("ofArray", element.arrayType()).invoke(null, Array.newInstance(element, 1));
        }
        segment.getMethod("ofArray", char[].class).invoke(null, new char[1]);
        Class.forName("jdk.internal.foreign.MappedMemorySegmentImpl");
    }

    /** The class of vectors of a primitive type. */
    static Class<?> ofElement(Class<?> element) {
        String name = element.getName();
        try {
            return type(Character.toUpperCase(name.charAt(0)) + name.substring(1) + "Vector");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static Class<?> element(Kind kind) {
        return switch (kind) {
            case LONG -> long.class;
            case FLOAT -> float.class;
            case DOUBLE -> double.class;
            default -> int.class;
        };
    }

    /** The species with so many lanes of a primitive type, or with more, if these have fewer than 64 bits. */
    synchronized Object species(Class<?> element, int lanes) {
        return constants.computeIfAbsent(element + " " + lanes, any -> {
            return constant(ofElement(element), "SPECIES_" + Math.max(Long.SIZE, bitsOf(element) * lanes));
        });
    }

    private static int bitsOf(Class<?> element) {
        return element == byte.class
                ? Byte.SIZE
                : element == short.class
                        ? Short.SIZE
                        : element == long.class || element == double.class ? Long.SIZE : Integer.SIZE;
    }

    /** An operation, such as ADD. */
    synchronized Object operator(String name) {
        return constants.computeIfAbsent(name, any -> constant(operators, name));
    }

    private static Object constant(Class<?> holder, String name) {
        try {
            return holder.getField(name).get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A nested class of operations, such as Binary. */
    Class<?> operators(String name) {
        try {
            return type("VectorOperators$" + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The ints 0, 1, 2 and so on, each shifted as {@code 1 << it} if asked for. */
    synchronized Object ints(int lanes, boolean areBits) {
        Object ofInts = species(int.class, lanes);
        return constants.computeIfAbsent("ints " + areBits + lanes, any -> {
            int[] values = new int[lanes];
            for (int i = 0; i < lanes; i++) {
                values[i] = areBits ? 1 << i : i;
            }
            try {
                return ofElement(int.class)
                        .getMethod("fromArray", species, int[].class, int.class)
                        .invoke(null, ofInts, values, 0);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
