package basalt.internal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.List;

/** Finds methods, and joins their handles. */
public final class Handles {
    private Handles() {}

    /** The only method of a class with a name. */
    public static MethodHandle method(Lookup lookup, Class<?> type, String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return accessible(lookup, method);
            }
        }
        throw new IllegalStateException(type + " has no method " + name);
    }

    private static MethodHandle accessible(Lookup lookup, Method method) {
        try {
            return lookup.unreflect(method);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(method + " is not accessible", e);
        }
    }

    /** Calls a handle with values that are all read at a place. Each step adds the last one that is still missing. */
    public static MethodHandle of(MethodHandle handle, List<Class<?>> place, List<MethodHandle> readers) {
        MethodHandle joined = MethodHandles.dropArguments(handle, readers.size(), place);
        for (int i = readers.size() - 1; i >= 0; i--) {
            Class<?> value = handle.type().parameterType(i);
            joined = MethodHandles.foldArguments(joined, i, readers.get(i).asType(MethodType.methodType(value, place)));
        }
        return joined;
    }

    /** Calls all steps in their order. They are joined from the last to the first: each is put before the others. */
    public static MethodHandle inOrder(MethodType type, List<MethodHandle> steps) {
        MethodHandle all = MethodHandles.empty(type);
        for (int i = steps.size() - 1; i >= 0; i--) {
            all = MethodHandles.foldArguments(all, steps.get(i));
        }
        return all;
    }
}
