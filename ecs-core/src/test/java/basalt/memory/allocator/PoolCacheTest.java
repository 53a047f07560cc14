package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Serials;
import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.Elsewhere;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles, slices and magazines of a cache, and blocks of other threads. */
class PoolCacheTest {
    private static final int MAX_BLOCKS = 1000;
    private static final int MAGAZINE = 31;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final SharedPool pool = new SharedPool(memory, 64, 64, MAX_BLOCKS);
    private final PoolCache cache = pool.cache();

    @AfterEach
    void tearDown() {
        pool.close();
        assertEquals(0, memory.outstanding());
    }

    private List<Long> allocate(int blocks) {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < blocks; i++) {
            handles.add(cache.allocate());
        }
        return handles;
    }

    @Test
    void shouldNeverGiveOutTheSameHandleTwice() {
        Set<Long> handles = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            long handle = i % 2 == 0 ? cache.allocate() : cache.tryAllocate();
            assertNotEquals(0, handle);
            assertTrue(handles.add(handle));
            if (i % 4 != 0) {
                cache.free(handle);
            }
        }
        assertEquals(750, pool.liveBlocks());
    }

    @Test
    void shouldUseBlockFreedLastFirst() {
        List<Long> handles = allocate(4);
        for (int i : new int[] {2, 0, 3, 1}) {
            cache.free(handles.get(i));
        }
        for (int i : new int[] {1, 3, 0, 2}) {
            assertEquals((int) (long) handles.get(i), (int) cache.allocate());
        }
    }

    @Test
    void shouldRejectDoubleFree() {
        long handle = cache.allocate();
        cache.free(handle);
        String figures = ": index=0, handleGeneration=1, currentGeneration=";
        String remedy = "; free each handle once, and check stored handles with isLive(handle)";

        var e = assertThrows(DeadHandleException.class, () -> cache.free(handle));
        assertEquals("handle is dead, its index is free" + figures + 2 + remedy, e.getMessage());
        assertEquals(handle, e.handle());
        assertEquals(2, e.currentGeneration());

        long next = cache.allocate();
        assertEquals(0, (int) next);
        e = assertThrows(DeadHandleException.class, () -> cache.free(handle));
        assertEquals(
                "handle is dead, its index belongs to another allocation now" + figures + 3 + remedy, e.getMessage());
        assertTrue(cache.isLive(next));
        assertFalse(cache.isLive(handle));
        assertEquals(1, pool.liveBlocks());
    }

    @Test
    void shouldChangeNothingByDoubleFreeAtFullMagazine() {
        List<Long> handles = allocate(2 * MAGAZINE);
        handles.forEach(cache::free);
        for (long handle : handles) {
            assertThrows(DeadHandleException.class, () -> cache.free(handle));
        }
        assertEquals(0, pool.liveBlocks());
        Set<Integer> indices = new HashSet<>();
        for (long handle : allocate(MAX_BLOCKS)) {
            assertTrue(indices.add((int) handle));
        }
    }

    @Test
    void shouldRejectHandlesThatWereNeverGivenOut() {
        long handle = cache.allocate();
        long free = cache.allocate();
        long before = cache.allocate();
        cache.free(before);
        cache.free(free);
        List<Long> forged = new ArrayList<>(List.of(-1L, Long.MIN_VALUE, Long.MAX_VALUE, 0L, 1L));
        forged.add(1L << 32 | MAX_BLOCKS);
        forged.add(Serials.of(pool.handles())[(int) free]); // what the table holds for the free block
        for (int bit = 0; bit < 64; bit++) {
            forged.add(handle ^ 1L << bit);
            forged.add(free ^ 1L << (bit | 32));
        }
        for (long value : forged) {
            assertFalse(cache.isLive(value));
            assertThrows(DeadHandleException.class, () -> cache.slice(value));
            var e = assertThrows(DeadHandleException.class, () -> cache.free(value));
            assertEquals(value, e.handle());
            assertTrue(
                    e.getMessage()
                            .contains("handleGeneration=" + Integer.toUnsignedString((int) (value >>> 32))
                                    + ", currentGeneration=" + Integer.toUnsignedString(e.currentGeneration())),
                    e.getMessage());
        }
        var e = assertThrows(DeadHandleException.class, () -> cache.free(0));
        assertTrue(e.getMessage().startsWith("0 is not a handle, "), e.getMessage());
        assertTrue(cache.isLive(handle));
        assertEquals(1, pool.liveBlocks());
    }

    @Test
    void shouldEndSlicesWhenTheirBlockIsFreed() {
        long handle = cache.allocate();
        Slice slice = cache.slice(handle);
        slice.putLong(0, 42);
        assertEquals(handle, slice.handle());
        cache.free(handle);
        assertEquals(0, slice.handle());
        var e = assertThrows(DeadHandleException.class, () -> slice.getLong(0));
        assertEquals(
                "slice used after its block was freed, its index is free: index=0, handleGeneration=1,"
                        + " currentGeneration=2; copy what must live longer",
                e.getMessage());
        long next = cache.allocate();
        assertFalse(slice.isLive());
        assertThrows(DeadHandleException.class, () -> slice.putLong(0, 1));
        assertTrue(cache.slice(next).isLive());
    }

    @Test
    void shouldLetOtherThreadsUseAndFreeBlocks() {
        long used = cache.allocate();
        long freed = cache.allocate();
        Slice slice = cache.slice(used);
        slice.putLong(0, 1);
        Elsewhere.run("intruder", () -> {
            slice.putLong(0, slice.getLong(0) + 1); // in strict mode too
            try (PoolCache other = pool.cache()) {
                assertTrue(other.isLive(used));
                other.slice(used).putLong(0, other.slice(used).getLong(0) + 1);
                other.free(freed);
                assertThrows(DeadHandleException.class, () -> other.free(freed));
            }
        });
        assertEquals(3, slice.getLong(0));
        assertFalse(cache.isLive(freed));
        assertThrows(DeadHandleException.class, () -> cache.free(freed));
        cache.free(used);
        assertEquals(0, pool.liveBlocks());
    }

    @Test
    void shouldRejectOtherThreads() {
        long handle = cache.allocate();
        int cached = cache.cachedBlocks();
        List<Runnable> uses = List.of(
                cache::allocate,
                cache::tryAllocate,
                () -> cache.slice(handle),
                () -> cache.free(handle),
                () -> cache.isLive(handle),
                cache::close);
        String owner = Thread.currentThread().getName();
        Elsewhere.run("intruder", () -> {
            for (Runnable use : uses) {
                var e = assertThrows(IllegalStateException.class, use::run);
                assertEquals(
                        "pool cache used by thread intruder but created by thread " + owner
                                + ": create one for each thread by cache() of the pool",
                        e.getMessage());
            }
        });
        assertTrue(cache.isLive(handle));
        assertEquals(cached, cache.cachedBlocks());
    }

    @Test
    void shouldRejectUseAfterClose() {
        long handle = cache.allocate();
        Slice slice = cache.slice(handle);
        cache.close();
        cache.close();
        List<Runnable> uses = List.of(
                cache::allocate,
                cache::tryAllocate,
                () -> cache.slice(handle),
                () -> cache.free(handle),
                () -> cache.isLive(handle));
        for (Runnable use : uses) {
            var e = assertThrows(IllegalStateException.class, use::run);
            assertEquals("pool cache is closed: create a new one by cache() of the pool", e.getMessage());
        }
        assertEquals("PoolCache[cachedBlocks=0, closed]", cache.toString());
        slice.putLong(0, 42);
        try (PoolCache next = pool.cache()) {
            assertEquals(42, next.slice(handle).getLong(0), "allocated blocks stay live");
        }
    }

    @Test
    void shouldKeepNoMoreThanTwoMagazines() {
        assertEquals(MAGAZINE, pool.magazineBlocks());
        List<Long> handles = allocate(300);
        int live = 300;
        for (long handle : handles) {
            cache.free(handle);
            assertEquals(--live, pool.liveBlocks());
            assertTrue(cache.cachedBlocks() <= 2 * MAGAZINE);
        }
        assertTrue(cache.cachedBlocks() > MAGAZINE);
        cache.close();
        assertEquals(0, pool.cachedBlocks());
        assertEquals(0, pool.liveBlocks());
    }

    /**
     * The purpose of two magazines: in any state, less than a magazine's size of calls needs no exchange with the
     * depot.
     */
    @Test
    void shouldExchangeNothingWhileItAllocatesAndFreesLessThanAMagazine() {
        List<Long> handles = new ArrayList<>();
        for (int start = 0; start < 3 * MAGAZINE; start++) {
            handles.add(cache.allocate());
            List<Long> more = allocate(MAGAZINE / 2); // may need an exchange
            more.forEach(cache::free);
            int held = pool.liveBlocks() + pool.cachedBlocks();
            for (int round = 0; round < 3; round++) {
                for (long handle : allocate(MAGAZINE / 2)) {
                    assertEquals(held, pool.liveBlocks() + pool.cachedBlocks());
                    cache.free(handle);
                }
                for (int i = 0; i < MAGAZINE / 2; i++) {
                    more.set(i, cache.allocate());
                }
                more.forEach(cache::free);
                assertEquals(held, pool.liveBlocks() + pool.cachedBlocks());
            }
        }
        assertEquals(3 * MAGAZINE, handles.size());
    }

    @Test
    void shouldRetireBlockThatHasUsedUpItsGenerations() {
        SharedPool small = new SharedPool(memory, 64, 64, 4);
        PoolCache only = small.cache();
        only.free(only.allocate());
        Serials.of(small.handles())[0] = 0xFFFF_FFFCL << 32; // as if it had been reused that often
        long last = only.allocate();
        assertEquals(0xFFFF_FFFDL << 32, last);
        Slice slice = only.slice(last);
        slice.putLong(0, 1);
        only.free(last);

        assertFalse(slice.isLive());
        var e = assertThrows(DeadHandleException.class, () -> only.free(last));
        assertTrue(e.getMessage().startsWith("handle is dead, its index has used up its generations"), e.getMessage());
        assertEquals(0, small.liveBlocks());
        for (int round = 0; round < 3; round++) {
            List<Long> handles = new ArrayList<>();
            for (int i = 1; i < 4; i++) {
                handles.add(only.allocate());
                assertNotEquals(0, (int) (long) handles.get(i - 1), "never the retired one");
            }
            assertEquals(0, only.tryAllocate());
            assertEquals(3, small.liveBlocks());
            handles.forEach(only::free);
        }
        small.close();
    }

    /** Without padding, adjacent caches of different threads would share cache lines. */
    @Test
    void shouldHavePaddingAroundItsMagazines() throws NoSuchFieldException {
        Class<?> behind = PoolCache.class.getSuperclass();
        Class<?> state = behind.getSuperclass();
        Class<?> before = state.getSuperclass();
        assertEquals(4, state.getDeclaredFields().length);
        for (Field written : state.getDeclaredFields()) {
            long offset = UnsafeApi.objectFieldOffset(written);
            for (String padding : List.of("p01", "p16")) {
                assertTrue(offset > UnsafeApi.objectFieldOffset(before.getDeclaredField(padding)));
            }
            for (String padding : List.of("q01", "q16")) {
                assertTrue(offset < UnsafeApi.objectFieldOffset(behind.getDeclaredField(padding)));
            }
        }
    }

    @Test
    void shouldShowItsStats() {
        cache.allocate();
        assertEquals(
                "PoolCache[cachedBlocks=30, thread=" + Thread.currentThread().getName() + "]", cache.toString());
    }
}
