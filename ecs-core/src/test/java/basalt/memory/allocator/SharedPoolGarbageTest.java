package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.Test;

/** Allocating and freeing make no garbage, also when magazines are exchanged, and when the pool is exhausted. */
class SharedPoolGarbageTest {
    private static final int ROUNDS = 1000;
    private static final int BLOCKS = 300;

    private final long[] handles = new long[BLOCKS];

    @Test
    void shouldMakeNoGarbage() {
        try (SharedPool pool = new SharedPool(MemorySource.direct(), 64, 64, 10_000)) {
            PoolCache one = pool.cache();
            PoolCache other = pool.cache();
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    handles[i] = i % 2 == 0 ? one.allocate() : one.tryAllocate();
                }
                for (int i = 0; i < BLOCKS; i++) {
                    assertTrue(other.isLive(handles[i]));
                    other.free(handles[i]);
                }
                assertEquals(0, pool.liveBlocks());
            });
        }
    }

    @Test
    void shouldMakeNoGarbageWhenExhausted() {
        try (SharedPool pool = new SharedPool(MemorySource.direct(), 64, 64, BLOCKS)) {
            PoolCache cache = pool.cache();
            for (int i = 0; i < BLOCKS; i++) {
                cache.allocate();
            }
            assertNoGarbage(() -> {
                for (int i = 0; i < BLOCKS; i++) {
                    assertEquals(0L, cache.tryAllocate());
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
