package basalt.storage;

import basalt.specialise.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Calls the method handle of an encoder. In a hidden copy the handle is {@link #CONSTANT}, and the JIT inlines it. The
 * ordinary class is the fallback: CONSTANT is null.
 */
final class EncoderDriver extends RecordEncoder {
    private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

    private final MethodHandle steps;

    EncoderDriver(MethodHandle steps) {
        this.steps = steps;
    }

    @Override
    void encode(Record value, long[] bits, Object[] references) {
        MethodHandle known = CONSTANT != null ? CONSTANT : steps;
        try {
            known.invokeExact(value, bits, references);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
        }
    }
}
