package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.ScratchArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.allocator.SizeClassAllocator;
import basalt.memory.allocator.StreamingArena;
import basalt.memory.frame.FrameArena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The figures of each allocator, computed by hand. */
class AllocatorSnapshotTest {
    private static final long KIB = 1024;
    private static final long NOT_COUNTED = AllocatorSnapshot.NOT_COUNTED;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @AfterEach
    void checkThatNothingIsLeft() {
        assertEquals(0, memory.outstanding());
    }

    private static void assertStats(
            Allocator allocator, long used, long reserved, long highWater, long live, double fragmentation) {
        AllocatorSnapshot figures = allocator.allocatorSnapshot();
        assertEquals(used, figures.usedBytes(), figures::toString);
        assertEquals(reserved, figures.reservedBytes(), figures::toString);
        assertEquals(highWater, figures.highWaterBytes(), figures::toString);
        assertEquals(live, figures.liveAllocations(), figures::toString);
        assertEquals(fragmentation, figures.fragmentation(), 1e-9, figures::toString);
    }

    @Test
    void shouldDescribeFrameArena() {
        FrameArena arena = new FrameArena(memory);
        try (arena) {
            assertEquals(new AllocatorSnapshot("frame arena", "", 0, 0, 0, NOT_COUNTED, 0), arena.allocatorSnapshot());
            long mark = arena.mark();
            arena.allocate(40 * KIB, 64);
            assertStats(arena, 40 * KIB, 64 * KIB, 40 * KIB, NOT_COUNTED, 0);
            arena.allocate(40 * KIB, 64); // the next chunk: 24 KiB of the first one are lost
            assertStats(arena, 80 * KIB, 192 * KIB, 80 * KIB, NOT_COUNTED, 24.0 / 192);
            arena.release(mark); // which keeps both chunks
            assertStats(arena, 0, 192 * KIB, 80 * KIB, NOT_COUNTED, 0);
        }
        assertStats(arena, 0, 0, 80 * KIB, NOT_COUNTED, 0);
    }

    @Test
    void shouldDescribeScratchArena() {
        ScratchArena pool = new ScratchArena(memory, "paths", Long.MAX_VALUE);
        try (pool) {
            assertEquals(
                    new AllocatorSnapshot("scratch arena", "paths", 0, 0, 0, NOT_COUNTED, 0), pool.allocatorSnapshot());
            pool.allocate(48 * KIB, 64);
            pool.allocate(100 * KIB, 64);
            pool.allocate(100 * KIB, 64); // chunks of 64, 128, 256 KiB: 16 and 28 are lost
            assertStats(pool, 248 * KIB, 448 * KIB, 248 * KIB, NOT_COUNTED, 44.0 / 448);
            pool.reset();
            pool.allocate(1, 1);
            assertStats(pool, 1, 448 * KIB, 248 * KIB, NOT_COUNTED, 0);
        }
        assertStats(pool, 0, 0, 248 * KIB, NOT_COUNTED, 0);
    }

    @Test
    void shouldDescribeResourceArenaWithItsGroups() {
        ResourceArena arena = new ResourceArena(memory, "level", Long.MAX_VALUE);
        try (arena) {
            assertEquals(
                    new AllocatorSnapshot("resource arena", "level", 0, 0, 0, NOT_COUNTED, 0),
                    arena.allocatorSnapshot());
            arena.allocate(60 * KIB, 64);
            arena.allocate(10 * KIB, 64); // 64 and 128 KiB: 4 are lost
            ResourceArena.Group group = arena.group("forest");
            group.allocate(40 * KIB, 64);
            group.allocate(40 * KIB, 64); // 64 and 128 KiB: 24 are lost
            assertStats(arena, 150 * KIB, 384 * KIB, 150 * KIB, NOT_COUNTED, 28.0 / 384);
            group.free();
            assertStats(arena, 70 * KIB, 384 * KIB, 150 * KIB, NOT_COUNTED, 4.0 / 192);
            arena.clear();
            assertStats(arena, 0, 384 * KIB, 150 * KIB, NOT_COUNTED, 0);
        }
        assertStats(arena, 0, 0, 150 * KIB, NOT_COUNTED, 0);
    }

    @Test
    void shouldDescribePoolAllocator() {
        PoolAllocator pool = new PoolAllocator(memory, 100, 4, 10, Long.MAX_VALUE);
        try (pool) {
            assertEquals(new AllocatorSnapshot("pool allocator", "", 0, 0, 0, 0, 0), pool.allocatorSnapshot());
            long[] handles = new long[11];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = pool.allocate();
            }
            assertStats(pool, 1100, 2 * 1040, 1100, 11, 900.0 / 2000);
            pool.free(handles[10]);
            pool.free(handles[0]);
            assertStats(pool, 900, 2 * 1040, 1100, 9, 1100.0 / 2000);
            pool.trim();
            assertStats(pool, 900, 1040, 1100, 9, 100.0 / 1000);
        }
        assertStats(pool, 0, 0, 1100, 0, 0);
    }

    @Test
    void shouldDescribeSharedPool() {
        SharedPool pool = new SharedPool(memory, 100, 4, 300); // magazines of 9 blocks
        try (pool) {
            assertEquals(new AllocatorSnapshot("shared pool", "", 0, 0, 0, 0, 0), pool.allocatorSnapshot());
            PoolCache cache = pool.cache();
            long first = cache.allocate();
            assertStats(pool, 100, 300 * 100, 900, 1, 299.0 / 300);
            for (int i = 1; i < 75; i++) {
                cache.allocate();
            }
            assertStats(pool, 7500, 300 * 100, 8100, 75, 225.0 / 300);
            cache.free(first);
            assertStats(pool, 7400, 300 * 100, 8100, 74, 226.0 / 300);
        }
        assertStats(pool, 0, 0, 8100, 0, 0);
    }

    @Test
    void shouldDescribeSizeClassAllocator() {
        SizeClassAllocator sizeClasses = new SizeClassAllocator(memory);
        try (sizeClasses) {
            assertEquals(
                    new AllocatorSnapshot("size class allocator", "", 0, 0, 0, 0, 0), sizeClasses.allocatorSnapshot());
            long large = sizeClasses.allocate(10_000);
            double regionBytes = 1 << 18; // the region for large blocks
            assertStats(sizeClasses, 10_000, 1 << 18, 10_000, 1, (regionBytes - 10_000) / regionBytes);
            long small = sizeClasses.allocate(4000); // a block of 4096, in a slab of 16 blocks and a free list
            long slabBytes = 16 * 4096 + 16 * 4;
            double heldBytes = regionBytes + 16 * 4096;
            assertStats(sizeClasses, 14_096, (1 << 18) + slabBytes, 14_096, 2, (heldBytes - 14_096) / heldBytes);
            sizeClasses.free(large);
            assertStats(sizeClasses, 4096, (1 << 18) + slabBytes, 14_096, 1, (heldBytes - 4096) / heldBytes);
            sizeClasses.free(small);
            assertStats(sizeClasses, 0, (1 << 18) + slabBytes, 14_096, 0, 1);
            sizeClasses.trim();
            assertStats(sizeClasses, 0, 0, 14_096, 0, 0);
            sizeClasses.allocate(5000);
        }
        assertStats(sizeClasses, 0, 0, 14_096, 0, 0);
    }

    @Test
    void shouldDescribeHeap() {
        Heap heap = new Heap(memory, 64 * KIB, 256 * KIB);
        try (heap) {
            assertEquals(new AllocatorSnapshot("heap", "", 0, 0, 0, 0, 0), heap.allocatorSnapshot());
            long first = heap.allocate(16 * KIB);
            heap.allocate(16 * KIB);
            assertStats(heap, 32 * KIB, 64 * KIB, 32 * KIB, 2, 0);
            heap.free(first);
            assertStats(heap, 16 * KIB, 64 * KIB, 32 * KIB, 1, 1 - 32.0 / 48);
        }
        assertStats(heap, 0, 0, 32 * KIB, 0, 0);
    }

    @Test
    void shouldDescribeStreamingArena() {
        StreamingArena arena = new StreamingArena(memory, 1000);
        try (arena) {
            assertEquals(new AllocatorSnapshot("streaming arena", "", 0, 0, 0, 0, 0), arena.allocatorSnapshot());
            long first = arena.reserve(600, 0);
            long second = arena.reserve(300, 0);
            arena.loaded(second, 300);
            arena.ready(second);
            assertStats(arena, 900, 900, 900, 2, 0);
            arena.release(first);
            assertStats(arena, 300, 300, 900, 1, 0);
        }
        assertStats(arena, 0, 0, 900, 0, 0);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void shouldRejectMissingKind(String kind) {
        assertThrows(IllegalArgumentException.class, () -> new AllocatorSnapshot(kind, "", 0, 0, 0, 0, 0));
    }

    @Test
    void shouldRejectMissingName() {
        assertThrows(IllegalArgumentException.class, () -> new AllocatorSnapshot("kind", null, 0, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN, Double.POSITIVE_INFINITY})
    void shouldRejectFragmentationOutOfRange(double fragmentation) {
        var rejection = assertThrows(
                IllegalArgumentException.class, () -> new AllocatorSnapshot("kind", "", 0, 0, 0, 0, fragmentation));
        assertEquals("fragmentation must be from 0 to 1: fragmentation=" + fragmentation, rejection.getMessage());
    }

    @Test
    void shouldKeepSharesInRangeForInconsistentFigures() {
        assertEquals(0, AllocatorSnapshot.share(5, 0));
        assertEquals(0, AllocatorSnapshot.share(-5, 10));
        assertEquals(0.5, AllocatorSnapshot.share(5, 10));
        assertEquals(1, AllocatorSnapshot.share(15, 10));
    }
}
