package basalt.memory;

import java.lang.reflect.InaccessibleObjectException;
import org.agrona.UnsafeApi;

/**
 * Checks that this JVM allows access to native memory.
 *
 * <p>Agrona's {@code UnsafeApi} needs {@code jdk.internal.misc}, which {@code java.base} opens only on request. Without
 * the flag the first access fails with an {@code IllegalAccessError}, and every later one with a {@code
 * NoClassDefFoundError} that no longer names the reason. This class tries once, keeps the result, and throws the same
 * error to each caller. The message quotes the flag to add.
 */
public final class NativeAccess {
    private static final Throwable FAILURE = probe();

    private NativeAccess() {}

    /**
     * Checks that native memory can be accessed. Cheap after the first call. Any thread.
     *
     * @throws IllegalStateException if {@code jdk.internal.misc} is closed to Agrona; the message quotes the exact flag
     */
    public static void require() {
        if (FAILURE != null) {
            throw new IllegalStateException(
                    "Basalt cannot reach native memory: start the JVM with " + flag(UnsafeApi.class.getModule()),
                    FAILURE);
        }
    }

    /** The JVM flag that opens {@code jdk.internal.misc} to the module in which Agrona was loaded. */
    static String flag(Module agronaModule) {
        String target = agronaModule.isNamed() ? agronaModule.getName() : "ALL-UNNAMED";
        return "--add-opens java.base/jdk.internal.misc=" + target;
    }

    private static Throwable probe() {
        // This loads the class without initialising it, so that a missing Agrona is not reported as a missing flag.
        Class<?> api = UnsafeApi.class;
        try {
            // SAFETY: reads the page size and touches no address.
            return UnsafeApi.pageSize() > 0 ? null : new IllegalStateException("no page size from " + api);
        } catch (LinkageError | InaccessibleObjectException e) {
            // IllegalAccessError, or NoClassDefFoundError if other code has already failed to initialise the class.
            return e;
        }
    }
}
