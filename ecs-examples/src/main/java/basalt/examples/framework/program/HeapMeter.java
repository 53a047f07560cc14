package basalt.examples.framework.program;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
public final class HeapMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                    && bean.isThreadAllocatedMemorySupported()
                    && bean.isThreadAllocatedMemoryEnabled()
            ? bean
            : null;

    private HeapMeter() {}

    /**
     * Whether this JVM can tell.
     *
     * @return false if {@link #allocatedBytes} is always 0
     */
    public static boolean isSupported() {
        return THREADS != null;
    }

    /**
     * All that the calling thread has ever allocated.
     *
     * @return bytes; 0 if this JVM cannot tell
     */
    public static long allocatedBytes() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }
}
