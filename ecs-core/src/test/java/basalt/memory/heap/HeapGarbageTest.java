package basalt.memory.heap;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import basalt.memory.MemorySource;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a steady state, to allocate and to free makes no garbage. */
class HeapGarbageTest {
    private static final int ROUNDS = 1000;

    @ParameterizedTest
    @EnumSource(Placement.class)
    void shouldMakeNoGarbageInASteadyState(Placement placement) {
        assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "this JVM does not count heap bytes");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Heap heap = new Heap(MemorySource.direct(), 1 << 16, 1 << 20, placement)) {
            long[] handles = new long[100];
            rounds(heap, handles, 10);
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            rounds(heap, handles, ROUNDS);
            long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            // One object a round would be at least 16 bytes a round; the measurement itself takes a few hundred in all.
            assertTrue(
                    after - before < ROUNDS * 4, () -> "heap bytes made in " + ROUNDS + " rounds: " + (after - before));
        }
    }

    private static void rounds(Heap heap, long[] handles, int count) {
        for (int round = 0; round < count; round++) {
            for (int i = 0; i < handles.length; i++) {
                handles[i] = heap.allocate(1 + i * 37 % 1000, 1 << i % 8);
            }
            for (int i = 0; i < handles.length; i++) {
                heap.resize(handles[i], 1 + i * 53 % 1000);
            }
            for (int i = 0; i < handles.length; i++) {
                heap.free(handles[i * 7 % handles.length]);
            }
        }
    }
}
