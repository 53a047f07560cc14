package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.Deadline;
import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/**
 * One thread allocates and passes blocks on; others check their contents, write to them, and free them. The number of
 * blocks is limited, so that the owner needs the freed blocks.
 */
class RemoteFreesStressTest {
    private static final int PRODUCERS = 3;
    private static final int BLOCKS = 60_000;
    private static final long END = 0;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** A block in transfer; a null block ends the receiver. */
    private record Given(long handle, UnsafeBuffer block) {}

    @Test
    void shouldAccountForEachBlockOfPool() throws InterruptedException {
        run(HandleAllocator.pool(memory, 64 * (64 + 4), 16));
    }

    @Test
    void shouldAccountForEachBlockOfSizeClasses() throws InterruptedException {
        run(HandleAllocator.sizeClasses(memory, 400_000, 16));
    }

    private void run(HandleAllocator allocator) throws InterruptedException {
        Deadline deadline = new Deadline(allocator.getClass().getName());
        BlockingQueue<Given> given = new ArrayBlockingQueue<>(32);
        List<Thread> producers = new ArrayList<>();
        for (int i = 0; i < PRODUCERS; i++) {
            Thread producer = new Thread(() -> freeWhatIsGiven(allocator, given, deadline), "producer " + i);
            producer.setDaemon(true);
            producer.start();
            producers.add(producer);
        }
        int drained = 0;
        int freedByOwner = 0;
        for (int i = 0; i < BLOCKS; i++) {
            long bytes = i % 7 == 0 ? allocator.maxBytes() : 16L << i % 3;
            long handle = allocator.tryAllocate(bytes, 8);
            while (handle == 0) {
                drained += allocator.drain();
                await(deadline);
                handle = allocator.tryAllocate(bytes, 8);
            }
            UnsafeBuffer block = new UnsafeBuffer();
            allocator.slice(handle).wrapUnchecked(block);
            block.putLong(0, handle);
            block.putLong(8, i);
            if (i % 5 == 0) {
                allocator.free(handle);
                freedByOwner++;
            } else {
                give(given, new Given(handle, block), deadline);
            }
            if (i % 1000 == 0) {
                allocator.trim();
            }
        }
        for (int i = 0; i < PRODUCERS; i++) {
            give(given, new Given(END, null), deadline);
        }
        for (Thread producer : producers) {
            while (producer.isAlive()) {
                drained += allocator.drain();
                await(deadline);
            }
        }
        drained += allocator.drain();
        assertNull(failure.get());
        assertTrue(drained <= BLOCKS - freedByOwner);
        assertEquals(0, allocator.stats().liveBlocks(), allocator::toString);
        assertEquals(0, allocator.stats().usedBytes(), allocator::toString);
        assertEquals(0, allocator.stats().refusedFrees(), allocator::toString);
        allocator.trim();
        assertEquals(0, memory.outstanding());
        assertTrue(memory.peakBytes() <= 400_000);
        allocator.close();
    }

    private void freeWhatIsGiven(HandleAllocator allocator, BlockingQueue<Given> given, Deadline deadline) {
        try {
            for (Given next = given.take(); next.handle() != END; next = given.take()) {
                UnsafeBuffer block = next.block();
                assertEquals(next.handle(), block.getLong(0), "another thread has written to the block");
                assertFalse(block.getLong(8) < 0, "freed before");
                block.putLong(0, -1);
                block.putLong(8, -1);
                while (!allocator.offerFree(next.handle())) {
                    deadline.pause();
                }
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    private void give(BlockingQueue<Given> given, Given next, Deadline deadline) {
        while (!given.offer(next)) {
            await(deadline);
        }
    }

    private void await(Deadline deadline) {
        if (failure.get() != null) {
            throw new AssertionError("a producer has failed", failure.get());
        }
        deadline.pause();
    }
}
