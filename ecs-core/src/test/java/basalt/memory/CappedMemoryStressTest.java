package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Threads that always request more than the cap allows. */
class CappedMemoryStressTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 3_000;
    private static final long CAP_BYTES = 2_000;

    /**
     * Counts memory from before it is taken until after it is given back, refuses some requests, and tracks the peak.
     */
    private static final class PeakMemory implements MemorySource {
        private final AtomicLong heldBytes = new AtomicLong();
        private final AtomicLong mostBytes = new AtomicLong();
        private final AtomicInteger requests = new AtomicInteger();

        @Override
        public long allocate(long bytes, int alignment) {
            mostBytes.accumulateAndGet(heldBytes.addAndGet(bytes), Math::max);
            if (requests.incrementAndGet() % 97 == 0) {
                heldBytes.addAndGet(-bytes);
                throw new NativeMemoryException("each 97th", bytes, allocatedBytes());
            }
            return MemorySource.direct().allocate(bytes, alignment);
        }

        @Override
        public void free(long address, long bytes) {
            MemorySource.direct().free(address, bytes);
            heldBytes.addAndGet(-bytes);
        }

        @Override
        public long allocatedBytes() {
            return heldBytes.get();
        }
    }

    private record Allocation(long address, long bytes) {}

    private final PeakMemory below = new PeakMemory();
    private final CappedMemory memory = CappedMemory.of(below, CAP_BYTES);
    private final AtomicInteger refusedByCap = new AtomicInteger();

    @Test
    void shouldNeverExceedTheCapWhenThreadsCompete() throws Exception {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        var threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<Void>> tasks = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(thread);
                tasks.add(() -> {
                    start.await();
                    allocateUntilRefused(random);
                    return null;
                });
            }
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdown();
        }
        assertTrue(below.mostBytes.get() <= CAP_BYTES, () -> "held at once: " + below.mostBytes);
        assertTrue(refusedByCap.get() > ROUNDS, () -> "refusals: " + refusedByCap);
        assertEquals(0, memory.allocatedBytes());
        assertEquals(0, below.allocatedBytes());
    }

    /** Each round allocates until a request is refused, and then frees half of its memory, or all. */
    private void allocateUntilRefused(Random random) {
        List<Allocation> held = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            while (take(1 + random.nextInt(200), held)) {
                assertTrue(memory.allocatedBytes() <= CAP_BYTES);
            }
            int kept = random.nextBoolean() ? held.size() / 2 : 0;
            while (held.size() > kept) {
                Allocation last = held.remove(held.size() - 1);
                memory.free(last.address(), last.bytes());
            }
        }
        held.forEach(allocation -> memory.free(allocation.address(), allocation.bytes()));
    }

    private boolean take(long bytes, List<Allocation> held) {
        try {
            held.add(new Allocation(memory.allocate(bytes, 8), bytes));
            return true;
        } catch (NativeMemoryException e) {
            if (e.getMessage().startsWith("memory is at its cap")) {
                refusedByCap.incrementAndGet();
            }
            return false;
        }
    }
}
