package basalt.examples.framework.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** Asserts that code makes no garbage. */
public final class Garbage {
    /** Number of measurements; their median counts. */
    private static final int TIMES = 5;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

    private Garbage() {}

    /** Skips the test where kernels are slower than in production. */
    public static void requireQuickKernels() {
        assumeFalse(Boolean.getBoolean("basalt.strict"), "strict mode makes an object for each run");
        assumeFalse("false".equals(System.getProperty("basalt.kernels.specialise")), "a shared kernel makes rows");
    }

    /**
     * Asserts that the work makes no garbage in this thread once the JIT has compiled it, by the median of several
     * measurements.
     */
    public static void assertNoneSoon(Runnable work) {
        ThreadMXBean heap = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long begin = System.nanoTime();
        long[] last = new long[TIMES];
        long median = Long.MAX_VALUE;
        for (int time = 0; median > 0 && System.nanoTime() - begin < PATIENCE_NANOS; time++) {
            long before = heap.getCurrentThreadAllocatedBytes();
            work.run();
            last[time % TIMES] = heap.getCurrentThreadAllocatedBytes() - before;
            if (time >= TIMES - 1) {
                long[] sorted = last.clone();
                Arrays.sort(sorted);
                median = sorted[TIMES / 2];
            }
        }
        assertEquals(0, median);
    }
}
