package basalt.query;

import basalt.runtime.KernelDriver;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Gives each body a driver class of its own, so that the JIT compiles it into its own copy of the loop.
 *
 * <p>A body without state, such as a lambda that captures nothing, is the same whenever it is made; its driver is kept
 * with its class, so that worlds and templates made anew find it compiled already.
 *
 * <p>The driver's class file is defined again as a hidden class (JEP 371) with the body as class data. Hidden classes
 * need not stay: when the kernel is garbage, so is its class. Where this fails (no class file at hand, or a runtime
 * without hidden classes) or is switched off by {@code -Dbasalt.kernels.specialise=false}, kernels share the ordinary
 * class, which gives the same results, more slowly.
 */
final class Specialisation {
    /** The slot of a body over rows. */
    static final int ROWS = 0;

    /** The slot of a body over spans. */
    static final int SPANS = 1;

    /** The slot of a body over rows that records commands. */
    static final int ROWS_WITH_COMMANDS = 2;

    private static final boolean ENABLED = !"false".equals(System.getProperty("basalt.kernels.specialise"));

    /**
     * Drivers of bodies without state, empty until needed: see the slots.
     */
    private static final ClassValue<KernelDriver[]> STATELESS = new ClassValue<>() {
        @Override
        protected KernelDriver[] computeValue(Class<?> bodyType) {
            return new KernelDriver[3];
        }
    };

    private Specialisation() {}

    /** The body that a hidden driver class was defined with; null in the ordinary class. */
    static <B> B classData(Lookup lookup, Class<B> type) {
        try {
            return MethodHandles.classData(lookup, "_", type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a driver looks up its own class data only", e);
        }
    }

    /**
     * The driver of a body: that of its class, if the body has no state, or a new one.
     *
     * @param slot which driver of the body's class
     * @param usersBody what the user has written, which may be wrapped into the body
     */
    static <B> KernelDriver driver(
            int slot,
            Object usersBody,
            Class<? extends KernelDriver> template,
            Class<B> bodyType,
            B body,
            KernelDriver fallback) {
        if (!ENABLED || !isStateless(usersBody.getClass())) {
            return define(template, bodyType, body, fallback, ENABLED);
        }
        KernelDriver[] drivers = STATELESS.get(usersBody.getClass());
        synchronized (drivers) {
            if (drivers[slot] == null) {
                drivers[slot] = define(template, bodyType, body, fallback, true);
            }
            return drivers[slot];
        }
    }

    /** Whether all instances of a class do the same; those that differ by their identity alone share a driver too. */
    private static boolean isStateless(Class<?> type) {
        for (Class<?> c = type; c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A copy of the driver class for the body; the fallback where that cannot be. */
    static <B> KernelDriver define(
            Class<? extends KernelDriver> template, Class<B> bodyType, B body, KernelDriver fallback, boolean enabled) {
        if (!enabled) {
            return fallback;
        }
        try (InputStream file = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            if (file == null) {
                return fallback;
            }
            Lookup hidden = MethodHandles.lookup().defineHiddenClassWithClassData(file.readAllBytes(), body, true);
            return (KernelDriver)
                    hidden.lookupClass().getDeclaredConstructor(bodyType).newInstance(body);
        } catch (IOException | ReflectiveOperationException | LinkageError | UnsupportedOperationException e) {
            return fallback; // the contract above: slower, and RowKernel.isSpecialised() says so
        }
    }

    static boolean isSpecialised(KernelDriver driver) {
        return driver.getClass().isHidden();
    }
}
