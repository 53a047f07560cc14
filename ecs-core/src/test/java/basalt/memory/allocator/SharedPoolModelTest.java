package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.Elsewhere;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations on several caches of one thread, and sometimes on a cache of a thread that ends without closing it,
 * against a plain model. The test's name has the seed, a failure the step.
 */
class SharedPoolModelTest {
    private static final int STEPS = 4_000;
    private static final int MAX_CACHES = 4;

    private record Block(long handle, Slice slice, long address, byte pattern) {}

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final List<PoolCache> caches = new ArrayList<>();
    private final Map<Long, Block> live = new HashMap<>();
    private final TreeMap<Long, Block> byAddress = new TreeMap<>();
    private final List<Block> liveInOrder = new ArrayList<>(); // to pick one at random, reproducibly for a seed
    private final List<Block> dead = new ArrayList<>();
    private Random random;
    private SharedPool pool;
    private int mostLive;
    private int timesExhausted;
    private int timesRefused;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void shouldAgreeWithModel(long seed) {
        random = new Random(seed);
        int maxBlocks = seed % 2 == 0 ? 100_000 : 1 + random.nextInt(250);
        long blockBytes = 1 + random.nextInt(seed % 3 == 0 ? 10_000 : 2_000);
        pool = new SharedPool(failing, blockBytes, 1 << random.nextInt(7), maxBlocks);
        caches.add(pool.cache());
        failing.failNext();
        int step = 0;
        try {
            for (; step < STEPS; step++) {
                // Phases of growing and of emptying.
                step(step / 500 % 2 == 0 ? 60 : 30);
                checkInvariants();
            }
            liveInOrder.forEach(SharedPoolModelTest::checkContents);
            assertTrue(timesRefused > 0, "never refused by the source");
            if (seed % 2 != 0) {
                assertTrue(timesExhausted > 0, "never exhausted");
                takeAllThatIsLeft();
            }
        } catch (Throwable e) {
            throw new AssertionError("seed " + seed + ", step " + step + ", " + pool, e);
        } finally {
            pool.close();
        }
        assertEquals(0, memory.outstanding());
    }

    private void step(int allocatePercent) {
        int choice = random.nextInt(100);
        if (choice < allocatePercent) {
            allocate(anyOf(caches));
        } else if (choice < 85) {
            free(anyOf(caches));
        } else if (choice < 88) {
            Elsewhere.run("intruder", this::liveAndEnd);
        } else if (choice < 91) {
            openOrClose();
        } else if (choice < 96) {
            useDead();
        } else {
            failing.failNext();
        }
    }

    /** The work of a short-lived thread. */
    private void liveAndEnd() {
        PoolCache cache = pool.cache();
        for (int i = random.nextInt(150); i > 0; i--) {
            if (random.nextBoolean()) {
                allocate(cache);
            } else {
                free(cache);
            }
        }
    }

    private void openOrClose() {
        if (caches.size() < MAX_CACHES && random.nextBoolean()) {
            caches.add(pool.cache());
        } else if (caches.size() > 1) {
            caches.remove(random.nextInt(caches.size())).close();
        }
    }

    private void allocate(PoolCache cache) {
        long asked = failing.allocations();
        long handle = random.nextBoolean() ? cache.tryAllocate() : allocateOrZero(cache);
        if (handle == 0) {
            assertEquals(0, cache.cachedBlocks());
            if (failing.allocations() > asked) {
                timesRefused++;
            } else {
                timesExhausted++;
                int othersHave =
                        caches.stream().mapToInt(PoolCache::cachedBlocks).sum();
                assertEquals(pool.maxBlocks(), live.size() + othersHave, "nothing is left in ended threads");
            }
            return;
        }
        Slice slice = cache.slice(handle);
        long address = slice.addressUnchecked();
        assertEquals(pool.blockBytes(), slice.sizeBytes());
        assertTrue(memory.owns(address, pool.blockBytes()));
        var below = byAddress.floorEntry(address + pool.blockBytes() - 1);
        assertTrue(below == null || below.getKey() + pool.blockBytes() <= address, "overlaps a live allocation");
        Block block = new Block(handle, slice, address, (byte) random.nextInt());
        slice.fill(block.pattern());
        assertTrue(live.put(handle, block) == null, "given out twice");
        byAddress.put(address, block);
        liveInOrder.add(block);
        mostLive = Math.max(mostLive, live.size());
    }

    private static long allocateOrZero(PoolCache cache) {
        try {
            return cache.allocate();
        } catch (NativeMemoryException e) {
            return 0;
        }
    }

    private void free(PoolCache cache) {
        if (!liveInOrder.isEmpty()) {
            Block block = anyOf(liveInOrder);
            checkContents(block);
            cache.free(block.handle());
            assertNotNull(live.remove(block.handle()));
            byAddress.remove(block.address());
            liveInOrder.remove(block);
            dead.add(block);
        }
    }

    private void useDead() {
        if (!dead.isEmpty()) {
            Block block = anyOf(dead);
            PoolCache cache = anyOf(caches);
            assertFalse(cache.isLive(block.handle()));
            assertThrows(DeadHandleException.class, () -> cache.free(block.handle()));
            assertThrows(DeadHandleException.class, () -> cache.slice(block.handle()));
            assertThrows(DeadHandleException.class, () -> block.slice().getByte(0));
        }
    }

    private void checkInvariants() {
        assertEquals(live.size(), pool.liveBlocks());
        assertEquals(live.size() * pool.blockBytes(), pool.usedBytes());
        assertEquals(memory.allocatedBytes(), pool.reservedBytes());
        assertTrue(pool.reservedBytes() <= pool.maxBlocks() * pool.blockBytes());
        long mostCached = 2L * pool.magazineBlocks() * (MAX_CACHES + 1); // and one of an ended thread
        assertTrue(pool.cachedBlocks() <= mostCached);
        assertTrue(pool.highWaterBytes() >= mostLive * pool.blockBytes());
        assertTrue(pool.highWaterBytes() <= (mostLive + mostCached) * pool.blockBytes());
        if (!liveInOrder.isEmpty()) {
            Block block = anyOf(liveInOrder);
            PoolCache cache = anyOf(caches);
            assertTrue(cache.isLive(block.handle()));
            assertEquals(block.address(), cache.slice(block.handle()).addressUnchecked(), "blocks stay where they are");
            checkContents(block);
        }
    }

    /** Each block is live or can be allocated, after any sequence of caches. */
    private void takeAllThatIsLeft() {
        while (caches.size() > 1) {
            caches.remove(0).close();
        }
        if (!failing.hasFailed()) {
            allocate(caches.get(0)); // may be the allocation that fails
        }
        while (live.size() < pool.maxBlocks()) {
            int before = live.size();
            allocate(caches.get(0));
            assertEquals(before + 1, live.size());
        }
        assertEquals(0, caches.get(0).tryAllocate());
    }

    private <T> T anyOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private static void checkContents(Block block) {
        assertEquals(block.pattern(), block.slice().getByte(0));
        assertEquals(block.pattern(), block.slice().getByte(block.slice().sizeBytes() - 1));
    }
}
