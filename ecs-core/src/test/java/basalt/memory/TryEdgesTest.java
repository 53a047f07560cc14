package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.collection.FrameIntList;
import basalt.memory.collection.FrameLongList;
import basalt.memory.collection.FrameLongMap;
import basalt.memory.collection.FrameString;
import basalt.memory.frame.FrameArena;
import basalt.memory.heap.Heap;
import basalt.memory.heap.Placement;
import basalt.memory.pool.BucketAllocator;
import basalt.memory.region.ResourceArena;
import basalt.memory.region.ScratchPool;
import basalt.memory.region.StackAllocator;
import basalt.memory.region.StackFrame;
import basalt.memory.streaming.StreamingArena;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is called {@code try...} answers, however much is asked for; only what makes no sense is an error. */
class TryEdgesTest {
    private static final long CAP = 1 << 20;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @ParameterizedTest
    @ValueSource(
            longs = {CAP + 1, 1L << 40, Long.MAX_VALUE / 2, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldAnswerHoweverMuchIsAskedFor(long bytes) {
        for (int alignment : new int[] {1, 64, 4096}) {
            try (FrameArena arena = new FrameArena(memory, CAP)) {
                assertNull(arena.tryAllocate(bytes, alignment));
            }
            try (StackAllocator stack = new StackAllocator(memory, CAP);
                    StackFrame frame = stack.push()) {
                assertNull(stack.tryAllocate(bytes, alignment));
                assertNull(frame.tryAllocate(bytes, alignment));
            }
            try (ResourceArena arena = new ResourceArena(memory, "arena", CAP)) {
                assertNull(arena.tryAllocate(bytes, alignment));
                assertNull(arena.tryPlace(bytes, alignment));
            }
            try (ScratchPool pool = new ScratchPool(memory, "pool", CAP)) {
                assertNull(pool.tryAllocate(bytes, alignment));
            }
            try (BucketAllocator buckets = new BucketAllocator(memory, CAP, 16)) {
                assertEquals(0, buckets.tryAllocate(bytes, alignment));
                assertNull(buckets.tryPlace(bytes, alignment));
            }
            try (Heap heap = new Heap(memory, 1 << 16, CAP, Placement.FIRST_FIT)) {
                assertEquals(0, heap.tryAllocate(bytes, alignment));
                assertNull(heap.tryPlace(bytes, alignment));
                long handle = heap.tryAllocate(100);
                assertNotEquals(0, handle);
                assertFalse(heap.tryResize(handle, bytes));
                assertThrows(IllegalArgumentException.class, () -> heap.tryResize(handle, -1));
                assertThrows(IllegalArgumentException.class, () -> heap.tryAllocate(-1, alignment));
            }
            assertNull(OwnedBlock.tryAllocate(CappedMemory.of(memory, CAP), bytes, alignment));
        }
        try (StreamingArena arena = new StreamingArena(memory, CAP)) {
            assertEquals(0, arena.tryReserve(bytes, 0));
            assertThrows(IllegalArgumentException.class, () -> arena.tryReserve(-1, 0));
        }
        assertEquals(0, memory.outstanding());
    }

    @ParameterizedTest
    @ValueSource(ints = {1 << 20, 1 << 30, Integer.MAX_VALUE - 1, Integer.MAX_VALUE})
    void shouldAnswerHoweverLargeACollectionIs(int capacity) {
        try (FrameArena arena = new FrameArena(memory, CAP - 1)) {
            assertNull(FrameIntList.tryIn(arena, capacity));
            assertNull(FrameLongList.tryIn(arena, capacity));
            assertNull(FrameLongMap.tryIn(arena, Math.min(capacity, 805_306_368), 0)); // more is a bad argument
            assertNull(FrameString.tryIn(arena, capacity));
            assertThrows(IllegalArgumentException.class, () -> FrameIntList.tryIn(arena, -1));
            assertThrows(IllegalArgumentException.class, () -> FrameLongMap.tryIn(arena, -1, 0));
            assertTrue(arena.usedBytes() == 0);
        }
        assertEquals(0, memory.outstanding());
    }
}
