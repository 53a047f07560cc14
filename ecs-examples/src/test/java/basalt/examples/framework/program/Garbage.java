package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.TimeUnit;

/** Looks for garbage. */
public final class Garbage {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Garbage() {}

    /** Skips the test where kernels are not what they are in a program. */
    public static void requireQuickKernels() {
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes an object for each run");
        assumeFalse("false".equals(System.getProperty("basalt.kernels.specialise")), "a shared kernel makes rows");
    }

    /** That something makes no garbage in this thread once it was done so often that the JIT has compiled all of it. */
    public static void assertNoneSoon(Runnable work) {
        assumeTrue(HeapMeter.isSupported(), "this JVM does not count heap bytes");
        long begin = System.nanoTime();
        long bytes;
        do {
            long before = HeapMeter.allocatedBytes();
            work.run();
            bytes = HeapMeter.allocatedBytes() - before;
        } while (bytes > 0 && System.nanoTime() - begin < PATIENCE_NANOS);
        assertEquals(0, bytes);
    }
}
