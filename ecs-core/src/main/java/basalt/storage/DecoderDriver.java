package basalt.storage;

import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Calls the method handle of a decoder. In a hidden copy the handle is {@link #CONSTANT}, and the JIT inlines it. The
 * ordinary class is the fallback: CONSTANT is null.
 */
final class DecoderDriver extends RecordDecoder {
    private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

    private final MethodHandle whole;

    DecoderDriver(MethodHandle whole) {
        this.whole = whole;
    }

    @Override
    Record decode(long origin, int index, References references) {
        MethodHandle known = CONSTANT != null ? CONSTANT : whole;
        try {
            return (Record) known.invokeExact(origin, index, references);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's constructor cannot throw a checked exception", e);
        }
    }
}
