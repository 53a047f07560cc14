package basalt.internal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Defines a class again as a hidden class (JEP 371) with an object as class data. The copy keeps the object in a {@code
 * static final} field, so it is a constant to the JIT, which compiles the copy's code for this object alone. A hidden
 * class is unloaded when it is garbage.
 *
 * <p>If this fails (no class file, or a runtime without hidden classes) or is switched off by {@code
 * -Dbasalt.kernels.specialise=false}, the ordinary class is used, which is slower and gives the same results.
 */
public final class HiddenCopy {
    /** Whether classes are defined in this process: not if it is switched off, or the runtime is a native image. */
    public static final boolean ENABLED = !"false".equals(System.getProperty("basalt.kernels.specialise"))
            && canDefine(new ClassFile(HiddenCopy.class.getName() + "$Probe", Object.class));

    private HiddenCopy() {}

    /** Whether the runtime defines a class. */
    static boolean canDefine(ClassFile file) {
        try {
            file.defineHidden(MethodHandles.lookup());
            return true;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (ReflectiveOperationException | UnsupportedOperationException | Error e) {
            return false; // a native image throws an error of its own
        }
    }

    /**
     * The object that a hidden copy was defined with. Called by the static initialiser of the class. Returns the
     * object; null in the ordinary class.
     */
    public static <D> D classData(Lookup lookup, Class<D> type) {
        try {
            return MethodHandles.classData(lookup, "_", type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a hidden copy cannot read its class data", e);
        }
    }

    /** An object of a new hidden copy of the fallback's class; the fallback if a copy is not possible. */
    public static <T, D> T of(
            Lookup lookup, Class<? extends T> template, Class<D> dataType, D data, T fallback, boolean enabled) {
        if (!enabled) {
            return fallback;
        }
        try (InputStream file = template.getResourceAsStream(fileName(template))) {
            if (file == null) {
                return fallback;
            }
            Lookup hidden = lookup.defineHiddenClassWithClassData(file.readAllBytes(), data, true);
            Constructor<?> constructor = hidden.lookupClass().getDeclaredConstructor(dataType);
            constructor.setAccessible(true);
            return cast(constructor.newInstance(data));
        } catch (VirtualMachineError e) {
            throw e;
        } catch (IOException | ReflectiveOperationException | UnsupportedOperationException | Error e) {
            return fallback; // slower; isCopy() reports it. A native image throws an error of its own
        }
    }

    /** The name of a class's file, which is in the folder of its package. */
    private static String fileName(Class<?> template) {
        return template.getName().substring(template.getName().lastIndexOf('.') + 1) + ".class";
    }

    @SuppressWarnings("unchecked") // the copy has the supertypes of its template
    private static <T> T cast(Object copy) {
        return (T) copy;
    }

    /**
     * Whether an object has no instance fields: all of its class then behave alike, and can share code. False where no
     * classes are defined: a native image does not know the fields.
     */
    public static boolean isStateless(Object object) {
        if (!ENABLED) {
            return false;
        }
        for (Class<?> c = object.getClass(); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    return false;
                }
            }
        }
        return true;
    }

    public static boolean isCopy(Object object) {
        return object.getClass().isHidden();
    }
}
