package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slabs, caches, exhaustion and figures. */
class SharedPoolTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @AfterEach
    void tearDown() {
        assertEquals(0, memory.outstanding());
    }

    /** A running thread with an open cache and one allocated block. It ends on request without closing the cache. */
    private static final class Neighbour {
        private final Exchanger<Object> meeting = new Exchanger<>();
        private final Thread thread;
        private long handle;

        Neighbour(SharedPool pool) throws Exception {
            thread = new Thread(
                    () -> {
                        try {
                            handle = pool.cache().allocate();
                            meet();
                            meet();
                        } catch (Exception e) {
                            throw new AssertionError(e);
                        }
                    },
                    "neighbour");
            thread.setDaemon(true);
            thread.start();
            meet();
        }

        void end() throws Exception {
            meet();
            thread.join();
        }

        private void meet() throws Exception {
            meeting.exchange(this, 60, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        try (SharedPool pool = new SharedPool(memory, 64, 64, 1000)) {
            pool.cache();
            assertEquals(
                    "SharedPool[blockBytes=64, maxBlocks=1000, liveBlocks=0, cachedBlocks=0, usedBytes=0,"
                            + " reservedBytes=0, highWaterBytes=0]",
                    pool.toString());
            assertEquals(0, memory.allocations());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 31, 63, 64, 65, 255, 256, 257, 1000, 2047, 2048, 2049, 5000})
    void shouldHaveExactlyMaxBlocks(int maxBlocks) {
        try (SharedPool pool = new SharedPool(memory, 256, 8, maxBlocks)) {
            PoolCache cache = pool.cache();
            assertEquals(maxBlocks, pool.maxBlocks());
            Set<Integer> indices = new HashSet<>();
            Set<Long> addresses = new HashSet<>();
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < maxBlocks; i++) {
                handles.add(cache.allocate());
                assertTrue(indices.add((int) (long) handles.get(i)));
                assertTrue(addresses.add(cache.slice(handles.get(i)).addressUnchecked()));
                assertEquals(i / 256 + 1, memory.allocations(), "slabs of 64 KiB");
            }
            assertEquals(maxBlocks, pool.liveBlocks());
            assertEquals(maxBlocks * 256L, pool.usedBytes());
            assertEquals(maxBlocks * 256L, pool.highWaterBytes());
            assertEquals(maxBlocks * 256L, pool.reservedBytes());
            assertEquals(maxBlocks * 256L, memory.allocatedBytes());
            assertEquals(0, cache.tryAllocate());
            cache.free(handles.get(maxBlocks / 2));
            assertEquals((int) (long) handles.get(maxBlocks / 2), (int) cache.allocate());
            assertEquals(0, cache.tryAllocate());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "64, 100000, 64",
        "64, 2048, 64",
        "64, 2047, 63",
        "64, 1000, 31",
        "64, 63, 1",
        "64, 1, 1",
        "4096, 100000, 64",
        "8192, 100000, 32",
        "10000, 100000, 26",
        "262144, 100000, 1",
        "1000000, 100000, 1"
    })
    void shouldLimitTheSizeOfMagazines(long blockBytes, int maxBlocks, int magazineBlocks) {
        try (SharedPool pool = new SharedPool(memory, blockBytes, 8, maxBlocks)) {
            assertEquals(magazineBlocks, pool.magazineBlocks());
        }
    }

    @Test
    void shouldReportLiveAndCachedBlocksWhenExhausted() throws Exception {
        try (SharedPool pool = new SharedPool(memory, 32, 8, 640)) {
            Neighbour neighbour = new Neighbour(pool);
            PoolCache cache = pool.cache();
            for (int i = 0; i < 620; i++) {
                cache.allocate();
            }
            for (int i = 0; i < 3; i++) {
                assertEquals(0, cache.tryAllocate());
                var e = assertThrows(NativeMemoryException.class, cache::allocate);
                assertEquals(
                        "shared pool has no free block, maxBlocks=640, liveBlocks=621, cachedBlocks=19: free blocks,"
                                + " or close unused caches: requestedBytes=32, allocatedBytes=20480",
                        e.getMessage());
            }
            neighbour.end();
            for (int i = 0; i < 19; i++) {
                assertNotEquals(0, i % 2 == 0 ? cache.allocate() : cache.tryAllocate(), "blocks of the ended thread");
            }
            assertEquals(0, cache.tryAllocate());
            cache.free(neighbour.handle);
            assertEquals((int) neighbour.handle, (int) cache.allocate());
        }
    }

    @Test
    void shouldReclaimCachesOfEndedThreadsBeforeItTakesMoreMemory() throws Exception {
        try (SharedPool pool = new SharedPool(memory, 64, 64, 100_000)) {
            PoolCache cache = pool.cache();
            Neighbour neighbour = new Neighbour(pool); // holds the first magazine
            for (int i = 0; i < 960; i++) {
                cache.allocate();
            }
            assertEquals(63, pool.cachedBlocks());
            neighbour.end();
            for (int i = 0; i < 63; i++) {
                cache.allocate();
            }
            assertEquals(1, memory.allocations());
            assertEquals(0, pool.cachedBlocks());
            cache.allocate();
            assertEquals(2, memory.allocations(), "no other block is left");
        }
    }

    @Test
    void shouldReclaimCachesOfEndedThreadsWhenACacheIsCreated() throws Exception {
        try (SharedPool pool = new SharedPool(memory, 64, 64, 100_000)) {
            for (int i = 0; i < 3; i++) {
                Neighbour neighbour = new Neighbour(pool);
                assertEquals(63 - i, pool.cachedBlocks(), "of the same magazine");
                neighbour.end();
                pool.cache().close();
                assertEquals(0, pool.cachedBlocks());
                assertEquals(i + 1, pool.liveBlocks(), "its allocated blocks stay live");
            }
        }
    }

    @Test
    void shouldNotCloseWhileAnotherThreadHasCache() throws Exception {
        SharedPool pool = new SharedPool(memory, 64, 64, 1000);
        PoolCache cache = pool.cache();
        long handle = cache.allocate();
        Neighbour neighbour = new Neighbour(pool);
        String figures = pool.toString();
        var e = assertThrows(IllegalStateException.class, pool::close);
        assertEquals(
                "shared pool closed while thread neighbour has an open cache: close it on that thread first",
                e.getMessage());
        assertEquals(figures, pool.toString());
        assertTrue(cache.isLive(handle));
        cache.free(cache.allocate());
        neighbour.end();
        pool.close();
        assertThrows(IllegalStateException.class, cache::allocate);
    }

    @Test
    void shouldGiveEverythingBackOnCloseOnce() throws Exception {
        SharedPool pool = new SharedPool(memory, 64, 64, 5000);
        PoolCache cache = pool.cache();
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            slices.add(cache.slice(cache.allocate()));
        }
        Elsewhere.run("intruder", pool::cache);
        Elsewhere.run("intruder", () -> {
            var e = assertThrows(IllegalStateException.class, pool::close);
            assertTrue(e.getMessage().contains("closed while thread "), e.getMessage());
        });
        cache.close();
        Elsewhere.run("intruder", pool::close);
        assertEquals(0, memory.outstanding());
        long frees = memory.frees();
        pool.close();
        assertEquals(frees, memory.frees());
        for (Slice slice : slices) {
            assertFalse(slice.isLive());
            var e = assertThrows(IllegalStateException.class, () -> slice.getByte(0));
            assertEquals("slice used after its shared pool was closed", e.getMessage());
            assertSame(IllegalStateException.class, e.getClass());
        }
        var e = assertThrows(IllegalStateException.class, pool::cache);
        assertEquals("shared pool is closed: create a new one", e.getMessage());
        long highWaterBytes = pool.highWaterBytes();
        assertTrue(highWaterBytes >= 3000 * 64 && highWaterBytes <= 3064 * 64, () -> "bytes: " + highWaterBytes);
        assertEquals(
                "SharedPool[blockBytes=64, maxBlocks=5000, liveBlocks=0, cachedBlocks=0, usedBytes=0, reservedBytes=0,"
                        + " highWaterBytes=" + highWaterBytes + ", closed]",
                pool.toString());
    }

    @Test
    void shouldCloseCachesOfTheClosingThread() {
        SharedPool pool = new SharedPool(memory, 64, 64, 1000);
        PoolCache one = pool.cache();
        PoolCache other = pool.cache();
        long handle = one.allocate();
        other.free(handle);
        pool.close();
        for (PoolCache cache : List.of(one, other)) {
            var e = assertThrows(IllegalStateException.class, cache::allocate);
            assertEquals("pool cache is closed: create a new one by cache() of the pool", e.getMessage());
            cache.close();
        }
    }

    @Test
    void shouldIncludeCachedBlocksInItsHighWaterMark() {
        try (SharedPool pool = new SharedPool(memory, 100, 4, 10_000)) {
            PoolCache cache = pool.cache();
            cache.free(cache.allocate());
            assertEquals(64 * 100, pool.highWaterBytes());
            List<Long> handles = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                handles.add(cache.allocate());
            }
            handles.forEach(cache::free);
            assertEquals(0, pool.usedBytes());
            assertEquals(128 * 100, pool.highWaterBytes());
            cache.close();
            assertEquals(128 * 100, pool.highWaterBytes());
        }
    }

    @Test
    void shouldBeUnchangedWhenTheSourceRefuses() {
        for (int n = 1; n <= 6; n++) {
            FailingMemory failing = new FailingMemory(memory, n);
            try (SharedPool pool = new SharedPool(failing, 64, 64, 6000)) {
                PoolCache cache = pool.cache();
                int refusals = 0;
                for (int i = 0; i < 6000; i++) {
                    String before = pool.toString();
                    long handle;
                    try {
                        handle = cache.allocate();
                    } catch (NativeMemoryException e) {
                        refusals++;
                        assertEquals(Math.min(1024, 6000 - i) * 64, e.requestedBytes());
                        assertEquals(before, pool.toString());
                        handle = cache.allocate(); // a second try may succeed
                    }
                    cache.slice(handle).putLong(56, i);
                }
                assertEquals(1, refusals);
                assertEquals(6000 * 64, pool.usedBytes());
            }
            assertEquals(0, memory.outstanding());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, SharedPool.MAX_BLOCKS + 1, Integer.MAX_VALUE})
    void shouldRejectMaxBlocksOutOfRange(int maxBlocks) {
        var e = assertThrows(IllegalArgumentException.class, () -> new SharedPool(memory, 8, 8, maxBlocks));
        assertEquals("maxBlocks must be from 1 to 33554432: maxBlocks=" + maxBlocks, e.getMessage());
    }
}
