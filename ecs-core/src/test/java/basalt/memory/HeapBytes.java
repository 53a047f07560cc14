package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/** For tests: measures the Java heap bytes that the calling thread allocates for some work. */
public final class HeapBytes {
    private static final int TRIES = 5;
    private static final int WARM_UP_ROUNDS = 10;

    private HeapBytes() {}

    /**
     * Asserts that rounds of work make no garbage after warm-up.
     *
     * @param work runs the given number of rounds
     */
    public static void assertNone(int rounds, IntConsumer work) {
        work.accept(WARM_UP_ROUNDS);
        long made = medianOf(() -> work.accept(rounds));
        // One object a round would be at least 16 bytes a round; the measurement itself allocates a few hundred bytes
        // in total.
        assertTrue(made < rounds * 4L, () -> "heap bytes made in " + rounds + " rounds: " + made);
    }

    /**
     * The median of several tries, so that garbage which the JVM makes once, for example when it links a call, does not
     * count. Skips the test if the JVM does not count bytes.
     */
    public static long medianOf(Runnable work) {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long[] made = new long[TRIES];
        for (int i = 0; i < TRIES; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            work.run();
            made[i] = threads.getThreadAllocatedBytes(thread) - before;
        }
        return SteadyRounds.median(made);
    }
}
