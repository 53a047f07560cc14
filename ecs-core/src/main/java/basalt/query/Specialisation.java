package basalt.query;

import basalt.internal.HiddenCopy;
import basalt.runtime.IterationContext.KernelDriver;
import java.lang.invoke.MethodHandles;
import java.util.function.UnaryOperator;

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

    /** Slot for a {@link Commands.Body}. */
    static final int ROWS_WITH_COMMANDS = 1;

    /** The cached drivers of bodies without state, by slot. */
    private static final ClassValue<KernelDriver[]> STATELESS = new ClassValue<>() {
        @Override
        protected KernelDriver[] computeValue(Class<?> bodyType) {
            return new KernelDriver[2];
        }
    };

    private Specialisation() {}

    /** The driver of a body: the cached driver of its class if the body has no state, otherwise a new one. */
    static KernelDriver driver(
            int slot, Object userBody, RowBody body, KernelDriver fallback, UnaryOperator<KernelDriver> finish) {
        if (!isStateless(userBody)) {
            return finish.apply(define(fallback.getClass(), body, fallback, HiddenCopy.ENABLED));
        }
        KernelDriver[] drivers = STATELESS.get(userBody.getClass());
        synchronized (drivers) {
            if (drivers[slot] == null) {
                drivers[slot] = finish.apply(define(fallback.getClass(), body, fallback, true));
            }
            return drivers[slot];
        }
    }

    /** Whether a body, or the one of records in it, has no instance fields: all of its class then behave alike. */
    static boolean isStateless(Object body) {
        Object own = body instanceof RecordAdapter adapter ? adapter.body() : body;
        return HiddenCopy.isStateless(own);
    }

    /** A driver of a new hidden class for the body; the fallback if that is not possible. */
    static KernelDriver define(
            Class<? extends KernelDriver> template, RowBody body, KernelDriver fallback, boolean enabled) {
        return HiddenCopy.of(MethodHandles.lookup(), template, RowBody.class, body, fallback, enabled);
    }
}
