package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Looks for garbage. */
public final class Garbage {
    /** How many times in a row are judged, by their median. */
    private static final int TIMES = 5;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Garbage() {}

    /** Skips the test where kernels are not what they are in a program. */
    public static void requireQuickKernels() {
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes an object for each run");
        assumeFalse("false".equals(System.getProperty("basalt.kernels.specialise")), "a shared kernel makes rows");
    }

    /**
     * That something makes no garbage in this thread once it was done so often that the JIT has compiled all of it:
     * most of several times in a row.
     */
    public static void assertNoneSoon(Runnable work) {
        assumeTrue(HeapMeter.isSupported(), "this JVM does not count heap bytes");
        long begin = System.nanoTime();
        long[] last = new long[TIMES];
        long median = Long.MAX_VALUE;
        for (int time = 0; median > 0 && System.nanoTime() - begin < PATIENCE_NANOS; time++) {
            long before = HeapMeter.allocatedBytes();
            work.run();
            last[time % TIMES] = HeapMeter.allocatedBytes() - before;
            if (time >= TIMES - 1) {
                long[] sorted = last.clone();
                Arrays.sort(sorted);
                median = sorted[TIMES / 2];
            }
        }
        assertEquals(0, median);
    }
}
