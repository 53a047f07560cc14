package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.Test;

/** In a steady state, allocating and freeing make no garbage. */
class BlockAllocatorGarbageTest {
    private static final int ROUNDS = 1000;
    private static final int BLOCKS = 100;

    private final long[] handles = new long[BLOCKS];

    @Test
    void shouldMakeNoGarbageInPool() {
        assertNoGarbage(new PoolAllocator(MemorySource.direct(), 64, 64), 64);
    }

    @Test
    void shouldMakeNoGarbageInSizeClasses() {
        assertNoGarbage(new SizeClassAllocator(MemorySource.direct()), 8000);
    }

    @Test
    void shouldMakeNoGarbageInHeap() {
        assertNoGarbage(new Heap(MemorySource.direct(), 1 << 16, 1 << 20), 1000);
    }

    private void assertNoGarbage(BlockAllocator created, int maxBytes) {
        try (BlockAllocator allocator = created) {
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    int bytes = 1 + i * 80 % maxBytes;
                    handles[i] = i % 2 == 0 ? allocator.allocate(bytes, 1 << i % 7) : allocator.tryAllocate(bytes, 8);
                }
                for (int i = 0; i < BLOCKS; i++) {
                    assertTrue(allocator.isLive(handles[i]));
                    if (allocator instanceof Heap heap) {
                        heap.resize(handles[i], 1 + i * 53 % maxBytes);
                    }
                }
                for (int i = 0; i < BLOCKS; i++) {
                    allocator.free(handles[i * 7 % BLOCKS]);
                }
            });
            assertEquals(0, allocator.liveBlocks());
        }
    }

    /** Also when the cap denies a request: {@code tryAllocate} creates no exception. */
    @Test
    void shouldMakeNoGarbageWhenTheCapDenies() {
        long slabBytes = 8 * (64 + 4);
        try (PoolAllocator pool = new PoolAllocator(MemorySource.direct(), 64, 64, 8, slabBytes);
                SizeClassAllocator sizeClasses = new SizeClassAllocator(MemorySource.direct(), 1000)) {
            for (int i = 0; i < 8; i++) {
                pool.allocate();
            }
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    assertEquals(0L, pool.tryAllocate());
                    assertEquals(0L, sizeClasses.tryAllocate(64, 16));
                    assertEquals(0L, sizeClasses.tryAllocate(5000, 16));
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
