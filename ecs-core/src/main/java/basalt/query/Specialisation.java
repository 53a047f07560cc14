package basalt.query;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;

/**
 * Gives each kernel a driver class of its own, so that the JIT compiles the user's body into its own copy of the loop.
 *
 * <p>The driver's class file is defined again as a hidden class (JEP 371) with the body as class data. Hidden classes need not
 * stay: when the kernel is garbage, so is its class. Where this fails (no class file at hand, or a runtime without hidden
 * classes) or is switched off by {@code -Dbasalt.kernels.specialise=false}, kernels share the ordinary class, which gives the
 * same results, more slowly.
 */
final class Specialisation {
    private static final boolean ENABLED = !"false".equals(System.getProperty("basalt.kernels.specialise"));

    private Specialisation() {}

    /** The body that a hidden driver class was defined with; null in the ordinary class. */
    static <B> B classData(Lookup lookup, Class<B> type) {
        try {
            return MethodHandles.classData(lookup, "_", type);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a driver looks up its own class data only", e);
        }
    }

    static KernelDriver rowDriver(RowBody body) {
        return define(RowDriver.class, RowBody.class, body, new RowDriver(body), ENABLED);
    }

    static KernelDriver spanDriver(SpanBody body) {
        return define(SpanDriver.class, SpanBody.class, body, new SpanDriver(body), ENABLED);
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
