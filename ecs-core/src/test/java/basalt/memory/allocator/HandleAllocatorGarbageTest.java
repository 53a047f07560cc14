package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.Test;

/** Allocating, freeing, and freeing through the queue make no garbage. */
class HandleAllocatorGarbageTest {
    private static final int ROUNDS = 1000;
    private static final int BLOCKS = 100;

    private final long[] handles = new long[BLOCKS];

    @Test
    void shouldMakeNoGarbageInPool() {
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 64)) {
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    handles[i] = i % 2 == 0 ? pool.allocate() : pool.tryAllocate();
                }
                for (int i = 0; i < BLOCKS; i++) {
                    assertTrue(pool.isLive(handles[i]));
                    if (i % 3 == 0) {
                        assertTrue(pool.offerFree(handles[i]));
                    } else {
                        pool.free(handles[i]);
                    }
                }
                pool.drain();
            });
            assertEquals(0, pool.liveBlocks());
        }
    }

    @Test
    void shouldMakeNoGarbageInSizeClasses() {
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(MemorySource.direct())) {
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    handles[i] = i % 2 == 0 ? sizeClasses.allocate(1 + i * 80) : sizeClasses.tryAllocate(1 + i * 80);
                }
                for (int i = 0; i < BLOCKS; i++) {
                    assertTrue(sizeClasses.isLive(handles[i]));
                    if (i % 3 == 0) {
                        assertTrue(sizeClasses.offerFree(handles[i]));
                    } else {
                        sizeClasses.free(handles[i]);
                    }
                }
                sizeClasses.drain();
            });
            assertEquals(0, sizeClasses.liveBlocks());
        }
    }

    /** Also when the cap denies a request: {@code tryAllocate} creates no exception. */
    @Test
    void shouldMakeNoGarbageWhenTheCapDenies() {
        long slabBytes = 8 * (64 + 4);
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 64, 8, slabBytes, 8);
                SizeClassAllocator sizeClasses = new SizeClassAllocator(MemorySource.direct(), 1000, 8)) {
            for (int i = 0; i < 8; i++) {
                pool.allocate();
            }
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    assertEquals(0L, pool.tryAllocate());
                    assertEquals(0L, sizeClasses.tryAllocate(64));
                    assertEquals(0L, sizeClasses.tryAllocate(5000));
                }
            });
        }
    }

    private static void assertNoGarbage(Runnable round) {
        HeapBytes.assertNone(ROUNDS, count -> {
            for (int i = 0; i < count; i++) {
                round.run();
            }
        });
    }
}
