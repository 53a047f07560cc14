package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Serials;
import basalt.memory.CountingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.BackingMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cases that the allocators that use it cannot reach, or only after very many operations. */
class HeapBlocksTest {
    private static final int TAG = 9 << 28;

    private final Handles tagged = new Handles("test allocator", TAG, 4096);
    private final HeapBlocks.Table table = new HeapBlocks.Table(tagged);
    private static final int REGION = 16 * 1024;
    private static final int SLOTS = 4;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final Handles handles = new Handles("test allocator", 0, SLOTS);
    private final BackingMemory backing = new BackingMemory("test allocator", memory, Long.MAX_VALUE);
    private final HeapBlocks blocks = new HeapBlocks(handles, backing, REGION);

    @AfterEach
    void closeBlocks() {
        blocks.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRefuseWhenThereAreNoMoreHandles() {
        long first = blocks.allocateMore(16, 16);
        for (int i = 1; i < SLOTS; i++) {
            assertNotEquals(0, blocks.allocateFree(16, 16));
        }
        assertEquals(0, blocks.allocateFree(16, 16), "there is a hole, but no handle");
        for (long bytes : new long[] {16, REGION, REGION + 1}) {
            var e = assertThrows(NativeMemoryException.class, () -> blocks.allocateMore(bytes, 16));
            assertEquals(
                    "test allocator has no more than 4 handles of this kind: requestedBytes=" + bytes
                            + ", allocatedBytes=16384",
                    e.getMessage());
        }
        assertEquals(SLOTS * 16, blocks.usedBytes());
        assertEquals(1, memory.allocations());
        blocks.free(first);
        assertNotEquals(0, blocks.allocateFree(16, 16));
    }

    @Test
    void shouldNotMoveABlockThatHasUsedUpItsMoves() {
        long hole = blocks.allocateMore(1024, 16);
        long still = blocks.allocateFree(1024, 16);
        long next = blocks.allocateFree(1024, 16);
        blocks.free(hole);
        Serials.of(handles)[handles.requireLive(still)] |= 0xFFFF_FFFFL;
        Slice slice = blocks.slice(still);
        HeapCompaction compaction = new HeapCompaction(blocks, () -> 0);
        Heap.Defragmentation done = compaction.run(Long.MAX_VALUE, Long.MAX_VALUE);
        assertTrue(slice.isLive());
        assertEquals(1, done.movedBlocks(), "the next one jumps over it");
        assertEquals(slice.addressUnchecked() - 1024, blocks.slice(next).addressUnchecked());
    }

    @Test
    void shouldHaveNoRoomAfterClose() {
        long shared = blocks.allocateMore(16, 16);
        long own = blocks.allocateMore(REGION + 1, 16);
        blocks.close();
        assertEquals(0, memory.outstanding());
        assertEquals(2, memory.frees());
        blocks.close();
        assertEquals(2, memory.frees());
        assertEquals(0, blocks.allocateFree(16, 16));
        assertEquals(0, blocks.usedBytes());
        assertFalse(handles.isLive(shared));
        assertThrows(IllegalStateException.class, () -> blocks.free(own));
    }

    private long open(int segment) {
        return table.open(segment, 4096, 8, 16);
    }

    @Test
    void shouldNotUseARetiredSlotAgain() {
        table.end(tagged.requireLive(open(5)));
        Serials.of(tagged)[0] = 0xFFFF_FFFCL << 32; // as if it had been reused that often
        long last = open(5);
        assertEquals(TAG, (int) last);
        table.end(0);
        assertTrue(tagged.isRetired(0));
        assertFalse(table.standsApart(0));
        assertEquals(TAG | 1, (int) open(6), "the retired index is not used again");
        assertEquals(1, table.live());
    }

    @Test
    void shouldBeFullWhenAllSlotsAreTaken() {
        for (int i = 0; i < 4096; i++) {
            assertFalse(table.isFull());
            open(i);
        }
        assertTrue(table.isFull());
        table.end(77);
        assertFalse(table.isFull());
        assertEquals(TAG | 77, (int) open(5));
        assertTrue(table.isFull());
    }

    @Test
    void shouldDistinguishSlotsWithoutSegment() {
        open(HeapSegments.NONE);
        open(0);
        open(HeapSegments.NONE);
        assertTrue(table.standsApart(0));
        assertFalse(table.standsApart(1));
        table.end(2);
        table.end(0);
        assertFalse(table.standsApart(0), "the first free slot");
        assertFalse(table.standsApart(2), "the last free slot");
        assertEquals(3, table.count());
    }
}
