package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks with their own region, because they are large or no shared region can be taken, under both fit policies. */
class HeapLargeBlocksTest {
    private static final int REGION = 64 * 1024;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final List<Heap> opened = new ArrayList<>();

    @AfterEach
    void closeHeaps() {
        opened.forEach(Heap::close);
        assertEquals(0, memory.outstanding());
    }

    private Heap heap(long capBytes) {
        Heap heap = new Heap(memory, REGION, capBytes);
        opened.add(heap);
        return heap;
    }

    private Heap heap() {
        return heap(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @CsvSource({"65536, 65536", "65537, 69632", "69632, 69632", "69633, 73728", "10000000, 10002432"})
    void shouldGiveALargeBlockItsOwnRegion(long bytes, long ownBytes) {
        Heap heap = heap();
        heap.allocate(REGION);
        for (int alignment : new int[] {1, 16, 4096}) {
            long handle = heap.allocate(bytes, alignment);
            Slice slice = heap.slice(handle);
            assertEquals(0, slice.addressUnchecked() % 4096);
            assertEquals(bytes, slice.sizeBytes());
            assertEquals(bytes, heap.sizeBytes(handle));
            assertEquals(REGION + ownBytes, memory.allocatedBytes());
            assertEquals(REGION + ownBytes, heap.reservedBytes());
            assertEquals(REGION + ownBytes, heap.usedBytes());
            assertEquals(0, heap.freeBytes(), "the rest is not used by others");
            assertTrue(memory.owns(slice.addressUnchecked(), ownBytes));
            slice.putByte(bytes - 1, (byte) 7);
            assertThrows(IndexOutOfBoundsException.class, () -> slice.putByte(bytes, (byte) 7));
            assertEquals(2, heap.liveBlocks());
            heap.free(handle);
            assertEquals(bytes == REGION ? 2 * REGION : REGION, memory.allocatedBytes(), "given back at once");
            assertEquals(REGION, heap.usedBytes());
            assertEquals(REGION + ownBytes, heap.highWaterBytes());
            HeapTest.assertDead(heap, handle, (int) (handle >>> 32) + 1);
            assertThrows(DeadHandleException.class, () -> slice.getByte(0));
        }
    }

    @Test
    void shouldRejectFreeOfALargeBlockThatIsPinned() {
        Heap heap = heap();
        long handle = heap.allocate(2 * REGION);
        Heap.Pin pin = heap.pin(handle);
        assertEquals(
                "block is pinned: release each pin before it is freed, index=0, pins=1",
                assertThrows(IllegalStateException.class, () -> heap.free(handle))
                        .getMessage());
        pin.slice().putLong(2 * REGION - 8, 42);
        assertEquals(0, heap.defragmentBytes(Long.MAX_VALUE).returnedBytes());
        pin.close();
        assertEquals(42, heap.slice(handle).getLong(2 * REGION - 8));
        heap.free(handle);
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldCountLargeBlocksAgainstTheCap() {
        Heap heap = heap(3 * REGION + 4095);
        heap.allocate(8);
        long large = heap.allocate(2 * REGION - 4095);
        assertEquals(3 * REGION, heap.reservedBytes());
        var e = assertThrows(NativeMemoryException.class, () -> heap.allocate(REGION + 1));
        assertEquals(
                "heap is at its cap and no hole is large enough: free something or defragment, capBytes=200703,"
                        + " largestFreeBytes=65520: requestedBytes=65537, allocatedBytes=131088",
                e.getMessage());
        assertEquals(0, heap.tryAllocate(REGION, 16));
        heap.free(large);
        assertEquals(0, heap.tryAllocate(2 * REGION + 1, 16));
        assertNotEquals(0, heap.tryAllocate(2 * REGION, 16));
        assertEquals(3 * REGION, memory.peakBytes());
    }

    @Test
    void shouldUseTheRestOfTheCapForSingleBlocks() {
        Heap heap = heap(2 * REGION - 1);
        heap.allocate(REGION - 16);
        assertEquals(0, heap.tryAllocate(4095, 16), "too small for a page of its own");
        long single = heap.allocate(4097, 64);
        assertEquals(REGION + 8192, heap.reservedBytes());
        assertEquals(REGION - 16 + 8192, heap.usedBytes());
        assertEquals(16, heap.freeBytes());
        assertNotEquals(0, heap.tryAllocate(4096, 16));
        assertEquals(0, heap.tryAllocate(REGION - 4 * 4096 + 1, 16), "one page too many");
        heap.allocate(REGION - 4 * 4096);
        assertEquals(2 * REGION - 4096, heap.reservedBytes());
        heap.free(single);
        assertEquals(2 * REGION - 4096 - 8192, memory.allocatedBytes());
    }
}
