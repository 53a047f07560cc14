package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/**
 * Several threads allocate under tags with all policies and free each other's allocations. The source reuses an address
 * at once, so that one thread gets an address that another thread is freeing.
 */
class MemoryTrackerStressTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;
    private static final long HARD_BYTES = 300;

    /** An allocation through a tag. */
    private record Block(MemoryTag tag, long address, long bytes) {}

    private final MemoryTracker tracker = new MemoryTracker(new ReusedAddresses());
    private final Queue<Block> blocks = new ConcurrentLinkedQueue<>();

    /** Addresses without memory; the address that was freed last is reused first. */
    private static final class ReusedAddresses implements MemorySource {
        private final List<Long> free = new ArrayList<>();
        private long next = 4096;

        @Override
        public synchronized long allocate(long bytes, int alignment) {
            return free.isEmpty() ? next += 4096 : free.remove(free.size() - 1);
        }

        @Override
        public synchronized void free(long address, long bytes) {
            free.add(address);
        }

        @Override
        public long allocatedBytes() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void shouldHaveCorrectTotalsInTheEnd() {
        tracker.tag("all").budget(400, 700);
        tracker.tag("all/promoting").budget(HARD_BYTES, HARD_BYTES, MemoryTag.Policy.PROMOTE);
        tracker.tag("all/warning").budget(0, HARD_BYTES, MemoryTag.Policy.WARN);
        List<MemoryTag> tags = List.of(
                tracker.tag("all/promoting/0").budget(0, 50, MemoryTag.Policy.PROMOTE),
                tracker.tag("all/promoting/1"),
                tracker.tag("all/warning"),
                tracker.tag("all/failing").budget(0, HARD_BYTES));
        Elsewhere.together(THREADS, thread -> run(tags, new Random(thread)));
        blocks.forEach(block -> block.tag.free(block.address, block.bytes));
        MemorySnapshot all = tracker.snapshot().find("all").orElseThrow();
        assertEmpty(all);
        assertTrue(all.peakBytes() <= 700, all::toString);
        assertTrue(stats("all/promoting").peakBytes() <= HARD_BYTES, all::toString);
        assertTrue(stats("all/promoting").promotions() > 0, all::toString);
        assertTrue(stats("all/promoting/0").promotions() > 0, all::toString);
        assertTrue(stats("all/warning").overruns() > 0, all::toString);
        assertEquals(THREADS * ROUNDS, allocations(tracker.root()) + denials(tracker.snapshot()), all::toString);
    }

    private void run(List<MemoryTag> tags, Random random) {
        for (int i = 0; i < ROUNDS; i++) {
            MemoryTag tag = tags.get(random.nextInt(tags.size()));
            long bytes = 1 + random.nextInt(120);
            try {
                blocks.add(new Block(tag, tag.allocate(bytes, 8), bytes));
            } catch (NativeMemoryException e) {
                // denied by a budget
            }
            if (random.nextInt(3) > 0) {
                freeOne();
            }
        }
    }

    private void freeOne() {
        Block block = blocks.poll();
        if (block != null) {
            block.tag.free(block.address, block.bytes);
        }
    }

    private MemorySnapshot stats(String path) {
        return tracker.snapshot().find(path).orElseThrow();
    }

    private static long allocations(MemoryTag root) {
        return root.snapshot().allocations();
    }

    private static long denials(MemorySnapshot figures) {
        return figures.denials()
                + figures.children().stream()
                        .mapToLong(MemoryTrackerStressTest::denials)
                        .sum();
    }

    private static void assertEmpty(MemorySnapshot figures) {
        assertEquals(0, figures.allocatedBytes(), figures::toString);
        assertEquals(0, figures.liveAllocations(), figures::toString);
        assertEquals(0, figures.promotedBytes(), figures::toString);
        figures.children().forEach(MemoryTrackerStressTest::assertEmpty);
    }
}
