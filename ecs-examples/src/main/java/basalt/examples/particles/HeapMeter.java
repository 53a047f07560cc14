package basalt.examples.particles;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what the calling thread allocates on the heap. */
final class HeapMeter {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                    && bean.isThreadAllocatedMemorySupported()
                    && bean.isThreadAllocatedMemoryEnabled()
            ? bean
            : null;

    private HeapMeter() {}

    /** Whether this JVM can tell. */
    static boolean isSupported() {
        return THREADS != null;
    }

    /** All bytes that the calling thread has ever allocated; 0 if this JVM cannot tell. */
    static long allocatedBytes() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }
}
