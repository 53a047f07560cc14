package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.Deadline;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Threads, some of them short-lived, that allocate blocks, pass them on and free each other's blocks. The pool is
 * always nearly exhausted.
 */
class SharedPoolStressTest {
    private static final int THREADS = 4;
    private static final int MAX_BLOCKS = 350; // fewer than one thread would allocate
    private static final int MOST_LIVE = 4; // more than fit into a cache of the small pool
    private static final int BLOCK_BYTES = 1024; // so that there are several slabs

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final SharedPool pool = new SharedPool(memory, BLOCK_BYTES, 64, MAX_BLOCKS);
    private final ManyToManyConcurrentArrayQueue<Long> handedOver = new ManyToManyConcurrentArrayQueue<>(256);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicInteger exhausted = new AtomicInteger();
    private final AtomicInteger takenOver = new AtomicInteger();

    @AfterEach
    void accountForEachBlock() {
        try (PoolCache cache = pool.cache()) {
            Deadline deadline = new Deadline("the last handles");
            while (!handedOver.isEmpty()) {
                takeOver(cache);
                deadline.pause();
            }
            assertEquals(0, pool.liveBlocks(), pool::toString);
            Set<Integer> indices = new HashSet<>();
            for (int i = 0; i < MAX_BLOCKS; i++) {
                assertTrue(indices.add((int) cache.allocate()), "given out twice");
            }
            assertEquals(0, cache.tryAllocate());
        }
        assertEquals(MAX_BLOCKS, pool.liveBlocks());
        assertEquals(MAX_BLOCKS * BLOCK_BYTES, pool.highWaterBytes());
        assertEquals(MAX_BLOCKS * BLOCK_BYTES, memory.allocatedBytes());
        pool.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldGiveEachBlockToOneThreadAtATime() throws InterruptedException {
        run(thread -> {
            try (PoolCache cache = pool.cache()) {
                work(cache, new Random(thread), 50_000);
            }
        });
        assertTrue(exhausted.get() > 0, "never exhausted");
        assertTrue(takenOver.get() > 10_000, takenOver::toString);
    }

    @Test
    void shouldLoseNothingWhenThreadsEndWithFullCaches() throws InterruptedException {
        run(thread -> {
            Random random = new Random(thread);
            for (int life = 0; life < 100; life++) {
                long seed = random.nextLong();
                endAfter(() -> work(pool.cache(), new Random(seed), 1000));
            }
        });
        assertTrue(exhausted.get() > 0, "never exhausted");
    }

    @Test
    void shouldNotReportExhaustionWhileBlocksAreFree() throws InterruptedException {
        try (SharedPool scarce = scarcePool()) {
            run(thread -> {
                try (PoolCache cache = scarce.cache()) {
                    useAllItMay(cache, 500_000);
                }
            });
        }
    }

    @Test
    void shouldNotCountBlocksInCachesOfEndedThreads() throws InterruptedException {
        try (SharedPool scarce = scarcePool()) {
            run(thread -> {
                Random random = new Random(thread);
                for (int life = 0; life < 500; life++) {
                    int rounds = random.nextInt(100);
                    endAfter(() -> useAllItMay(scarce.cache(), rounds));
                }
            });
        }
    }

    /**
     * The pool has one block more than the other threads can hold, live and cached, when a thread allocates its last
     * block.
     */
    private SharedPool scarcePool() {
        int mostHeld = MOST_LIVE + 2; // magazines are of one block here
        SharedPool scarce = new SharedPool(memory, 64, 64, (THREADS - 1) * mostHeld + MOST_LIVE);
        assertEquals(1, scarce.magazineBlocks());
        return scarce;
    }

    private void useAllItMay(PoolCache cache, int rounds) {
        long[] handles = new long[MOST_LIVE];
        for (int round = 0; round < rounds && failure.get() == null; round++) {
            for (int i = 0; i < MOST_LIVE; i++) {
                handles[i] = cache.tryAllocate();
                assertNotEquals(0, handles[i], "a block must be in the depot, or in a cache of an ended thread");
            }
            for (int i = 0; i < MOST_LIVE; i++) {
                cache.free(handles[i]);
            }
        }
    }

    /** Runs a task on a thread that ends without closing its cache. */
    private void endAfter(Runnable action) throws InterruptedException {
        Thread mortal = new Thread(() -> {
            try {
                action.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
        mortal.start();
        mortal.join();
    }

    /** All threads free all handles, in the same order; exactly one free of each handle succeeds. */
    @Test
    void shouldDetectEachDoubleFree() throws InterruptedException {
        int rounds = 300;
        int blocks = 100;
        AtomicLongArray handles = new AtomicLongArray(blocks);
        AtomicInteger round = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        AtomicInteger freed = new AtomicInteger();
        AtomicInteger refused = new AtomicInteger();
        run(thread -> {
            Deadline deadline = new Deadline("rounds of double frees");
            try (PoolCache cache = pool.cache()) {
                for (int i = 0; i < rounds; i++) {
                    if (thread == 0) {
                        for (int k = 0; k < blocks; k++) {
                            handles.set(k, cache.allocate());
                        }
                        round.incrementAndGet();
                    }
                    while (round.get() <= i) {
                        await(deadline);
                    }
                    for (int k = 0; k < blocks; k++) {
                        try {
                            cache.free(handles.get(k));
                            freed.incrementAndGet();
                        } catch (DeadHandleException e) {
                            assertEquals(handles.get(k), e.handle());
                            assertEquals((int) (e.handle() >>> 32) + 1, e.currentGeneration());
                            refused.incrementAndGet();
                        }
                    }
                    arrived.incrementAndGet();
                    while (arrived.get() < (i + 1) * THREADS) {
                        await(deadline);
                    }
                }
            }
        });
        assertEquals(rounds * blocks, freed.get());
        assertEquals(rounds * blocks * (THREADS - 1), refused.get());
    }

    private void work(PoolCache cache, Random random, int steps) {
        List<Long> mine = new ArrayList<>();
        for (int step = 0; step < steps && failure.get() == null; step++) {
            int choice = random.nextInt(100);
            if (choice < 50) {
                long handle = cache.tryAllocate();
                if (handle != 0) {
                    stamp(cache, handle);
                    mine.add(handle);
                } else {
                    exhausted.incrementAndGet();
                    Thread.yield();
                }
            } else if (choice < 75 && !mine.isEmpty()) {
                long handle = mine.remove(random.nextInt(mine.size()));
                if (!handedOver.offer(handle)) {
                    verifyAndFree(cache, handle);
                }
            } else if (choice < 95) {
                takeOver(cache);
            } else if (!mine.isEmpty()) {
                verifyAndFree(cache, mine.remove(mine.size() - 1));
            }
            while (mine.size() > 150) {
                verifyAndFree(cache, mine.remove(random.nextInt(mine.size())));
            }
            assertTrue(pool.liveBlocks() <= MAX_BLOCKS);
            assertTrue(cache.cachedBlocks() <= 2 * pool.magazineBlocks());
        }
        mine.forEach(handle -> verifyAndFree(cache, handle));
    }

    private void takeOver(PoolCache cache) {
        Long handle = handedOver.poll();
        if (handle != null) {
            verifyAndFree(cache, handle);
            takenOver.incrementAndGet();
        }
    }

    private static void stamp(PoolCache cache, long handle) {
        Slice slice = cache.slice(handle);
        slice.putLong(0, handle);
        slice.putLong(BLOCK_BYTES - 8, ~handle);
    }

    private static void verifyAndFree(PoolCache cache, long handle) {
        assertNotEquals(0, handle);
        Slice slice = cache.slice(handle);
        assertEquals(handle, slice.getLong(0), "another thread has written to the block");
        assertEquals(~handle, slice.getLong(BLOCK_BYTES - 8), "another thread has written to the block");
        slice.fill((byte) -1);
        cache.free(handle);
    }

    private interface Task {
        void run(int thread) throws InterruptedException;
    }

    private void run(Task task) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(
                    () -> {
                        try {
                            task.run(number);
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                        }
                    },
                    "worker " + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        Deadline deadline = new Deadline("workers");
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                deadline.pause();
            }
        }
        if (failure.get() != null) {
            throw new AssertionError("a worker has failed", failure.get());
        }
    }

    private void await(Deadline deadline) {
        assertNull(failure.get());
        deadline.pause();
    }
}
