package basalt.memory;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** For tests: how many bytes of Java heap the calling thread takes for some work. */
public final class HeapBytes {
    private static final int TRIES = 5;

    private HeapBytes() {}

    /**
     * The least of several tries: what work makes in a steady state it makes each time, and what the JVM makes once, as when it links
     * a call for good, is not meant. Skips the test where the JVM does not count.
     */
    public static long leastOf(Runnable work) {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            work.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        return least;
    }
}
