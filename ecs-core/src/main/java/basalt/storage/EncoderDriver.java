package basalt.storage;

import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Calls the method handle of an encoder, as {@link DecoderDriver} does. */
final class EncoderDriver extends RecordEncoder {
    private static final MethodHandle CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), MethodHandle.class);

    private final MethodHandle whole;

    EncoderDriver(MethodHandle whole) {
        this.whole = whole;
    }

    @Override
    void read(Record value, long[] bits, Object[] references) {
        MethodHandle known = CONSTANT != null ? CONSTANT : whole;
        try {
            known.invokeExact(value, bits, references);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
        }
    }
}
