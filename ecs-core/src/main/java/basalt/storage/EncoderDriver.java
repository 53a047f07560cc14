package basalt.storage;

import basalt.internal.HiddenCopy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Calls the method handles of an encoder. In a hidden copy they are constants, and the JIT inlines them. The ordinary
 * class is the fallback: its constants are null.
 */
final class EncoderDriver extends RecordEncoder {
    private static final Handles CONSTANT = HiddenCopy.classData(MethodHandles.lookup(), Handles.class);

    private final Handles handles;

    EncoderDriver(Handles handles) {
        this.handles = handles;
    }

    @Override
    void read(Record value, long[] bits, Object[] references) {
        MethodHandle read = CONSTANT != null ? CONSTANT.read() : handles.read();
        try {
            read.invokeExact(value, bits, references);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a record's accessor cannot throw a checked exception", e);
        }
    }

    @Override
    void write(long[] bits, long origin, int row) {
        MethodHandle write = CONSTANT != null ? CONSTANT.write() : handles.write();
        try {
            write.invokeExact(bits, origin, row);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a column cannot throw a checked exception", e);
        }
    }
}
