package basalt.memory.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.allocator.Heap;
import basalt.memory.allocator.PoolAllocator;
import basalt.memory.allocator.PoolCache;
import basalt.memory.allocator.ResourceArena;
import basalt.memory.allocator.SharedPool;
import basalt.memory.frame.FrameArena;
import basalt.memory.tracking.MemoryTag;
import basalt.memory.tracking.MemoryTracker;
import org.junit.jupiter.api.Test;

/** A listener that allocates from an allocator while that grows gets an error, and no memory is given out twice. */
class BackingMemoryTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final MemoryTracker tracker = new MemoryTracker(memory);
    private final MemoryTag tag = tracker.tag("tag").budget(0, Long.MAX_VALUE);

    private void assertSafe(AutoCloseable allocator, Runnable allocate) throws Exception {
        int[] calls = new int[1];
        tracker.onPressure(pressure -> {
            calls[0]++;
            allocate.run();
        });
        var e = assertThrows(IllegalStateException.class, allocate::run);
        assertTrue(
                e.getMessage().contains("needs memory while a request to its source is in progress"), e.getMessage());
        assertEquals(1, calls[0]);
        assertEquals(0, memory.outstanding());
        tracker.onPressure(pressure -> calls[0]++);
        allocate.run();
        allocator.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldNotGrowWhileItGrows() throws Exception {
        PoolAllocator pool = new PoolAllocator(tag, 64, 8);
        assertSafe(pool, pool::allocate);
        SharedPool shared = new SharedPool(tag, 64, 8, 1000);
        PoolCache cache = shared.cache();
        assertSafe(shared, cache::allocate);
        Heap heap = new Heap(tag, 4096, 1 << 20);
        assertSafe(heap, () -> heap.allocate(64));
        FrameArena frame = new FrameArena(tag);
        assertSafe(frame, () -> frame.allocate(64, 8));
        ResourceArena arena = new ResourceArena(tag, "arena", 1 << 20);
        assertSafe(arena, () -> arena.allocate(64, 8));
    }
}
