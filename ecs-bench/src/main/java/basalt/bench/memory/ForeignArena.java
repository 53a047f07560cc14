package basalt.bench.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;

/**
 * The JDK's confined arenas, called by method handles, as this module is compiled for JDK 17 and they exist from JDK 22
 * on. The handles are constants, so the JIT inlines them like direct calls.
 */
final class ForeignArena {
    private static final MethodHandle OPEN;
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle CLOSE;
    private static final MethodHandle PUT_LONG;
    private static final MethodHandle GET_LONG;

    static {
        try {
            Lookup lookup = MethodHandles.publicLookup();
            Class<?> arena = Class.forName("java.lang.foreign.Arena");
            Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
            Class<?> layout = Class.forName("java.lang.foreign.ValueLayout");
            Class<?> longLayout = Class.forName("java.lang.foreign.ValueLayout$OfLong");
            OPEN = lookup.findStatic(arena, "ofConfined", MethodType.methodType(arena))
                    .asType(MethodType.methodType(Object.class));
            ALLOCATE = lookup.findVirtual(arena, "allocate", MethodType.methodType(segment, long.class, long.class))
                    .asType(MethodType.methodType(Object.class, Object.class, long.class, long.class));
            CLOSE = lookup.findVirtual(arena, "close", MethodType.methodType(void.class))
                    .asType(MethodType.methodType(void.class, Object.class));
            Object longs =
                    lookup.findStaticGetter(layout, "JAVA_LONG", longLayout).invoke();
            VarHandle access =
                    (VarHandle) lookup.findVirtual(longLayout, "varHandle", MethodType.methodType(VarHandle.class))
                            .invoke(longs);
            PUT_LONG = access.toMethodHandle(VarHandle.AccessMode.SET)
                    .asType(MethodType.methodType(void.class, Object.class, long.class, long.class));
            GET_LONG = access.toMethodHandle(VarHandle.AccessMode.GET)
                    .asType(MethodType.methodType(long.class, Object.class, long.class));
        } catch (Throwable e) {
            throw new IllegalStateException("java.lang.foreign is missing: this needs JDK 22 or newer", e);
        }
    }

    private ForeignArena() {}

    static Object open() throws Throwable {
        return (Object) OPEN.invokeExact();
    }

    static Object allocate(Object arena, long bytes, long alignment) throws Throwable {
        return (Object) ALLOCATE.invokeExact(arena, bytes, alignment);
    }

    static void close(Object arena) throws Throwable {
        CLOSE.invokeExact(arena);
    }

    static void putLong(Object segment, long offset, long value) throws Throwable {
        PUT_LONG.invokeExact(segment, offset, value);
    }

    static long getLong(Object segment, long offset) throws Throwable {
        return (long) GET_LONG.invokeExact(segment, offset);
    }
}
