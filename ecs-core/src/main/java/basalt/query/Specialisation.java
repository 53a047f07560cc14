package basalt.query;

import basalt.internal.HiddenCopy;
import basalt.runtime.IterationContext.KernelDriver;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * Gives each body a driver class of its own, so that the JIT compiles it into its own copy of the loop.
 *
 * <p>The driver of a body without state, such as a lambda that captures nothing, is cached by the body's class, so that
 * new worlds and templates use the compiled driver again.
 *
 * <p>The driver is a {@linkplain HiddenCopy hidden copy} with the body as class data. If that is not possible or is
 * switched off, kernels share the ordinary class, which is slower and gives the same results.
 */
final class Specialisation {
    /** Slot for a {@link RowBody}. */
    static final int ROWS = 0;

    /** Slot for a {@link Span.Body}. */
    static final int SPANS = 1;

    /** Slot for a {@link Commands.Body}. */
    static final int ROWS_WITH_COMMANDS = 2;

    /** The cached drivers of bodies without state, by slot. */
    private static final ClassValue<KernelDriver[]> STATELESS = new ClassValue<>() {
        @Override
        protected KernelDriver[] computeValue(Class<?> bodyType) {
            return new KernelDriver[3];
        }
    };

    private Specialisation() {}

    /** The driver of a body: the cached driver of its class if the body has no state, otherwise a new one. */
    static <B> KernelDriver driver(
            int slot,
            Object userBody,
            Class<? extends KernelDriver> template,
            Class<B> bodyType,
            B body,
            KernelDriver fallback) {
        if (!HiddenCopy.ENABLED || !isStateless(userBody.getClass())) {
            return define(template, bodyType, body, fallback, HiddenCopy.ENABLED);
        }
        KernelDriver[] drivers = STATELESS.get(userBody.getClass());
        synchronized (drivers) {
            if (drivers[slot] == null) {
                drivers[slot] = define(template, bodyType, body, fallback, true);
            }
            return drivers[slot];
        }
    }

    /** Whether a class has no instance fields, so that all its instances behave alike. */
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

    /** A driver of a new hidden class for the body; the fallback if that is not possible. */
    static <B> KernelDriver define(
            Class<? extends KernelDriver> template, Class<B> bodyType, B body, KernelDriver fallback, boolean enabled) {
        return HiddenCopy.of(MethodHandles.lookup(), template, bodyType, body, fallback, enabled);
    }

    static boolean isSpecialised(KernelDriver driver) {
        return HiddenCopy.isCopy(driver);
    }
}
