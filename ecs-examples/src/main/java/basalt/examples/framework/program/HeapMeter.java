package basalt.examples.framework.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Measures the heap allocation of the calling thread. */
public final class HeapMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                    && bean.isThreadAllocatedMemorySupported()
                    && bean.isThreadAllocatedMemoryEnabled()
            ? bean
            : null;

    private HeapMeter() {}

    /**
     * Whether this JVM supports the measurement.
     *
     * @return false if {@link #allocatedBytes} is always 0
     */
    public static boolean isSupported() {
        return THREADS != null;
    }

    /**
     * The total that the calling thread has allocated since it started.
     *
     * @return bytes; 0 if this JVM does not support the measurement
     */
    public static long allocatedBytes() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }
}
