package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is resized in place, what moves, which contents stay, and what is refused. */
class HeapResizeTest {
    private static final int REGION = 16 * 1024;
    private static final int BLOCK = 1024;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private Heap heap = new Heap(failing, REGION, 4 * REGION);

    @AfterEach
    void closeHeap() {
        heap.close();
        assertEquals(0, memory.outstanding());
    }

    /** A block in which byte i holds i. */
    private long block(long bytes) {
        long handle = heap.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            heap.slice(handle).putByte(i, (byte) i);
        }
        return handle;
    }

    private void assertContents(long handle, long bytes) {
        for (int i = 0; i < bytes; i++) {
            assertEquals((byte) i, heap.slice(handle).getByte(i));
        }
    }

    @Test
    void shouldGrowIntoTheHoleBehind() {
        heap.close();
        heap = new Heap(failing, REGION, REGION);
        long handle = block(BLOCK);
        Slice before = heap.slice(handle);
        heap.resize(handle, 3 * BLOCK + 1);
        assertTrue(before.isLive());
        assertEquals(BLOCK, before.sizeBytes(), "a slice keeps its size");
        assertEquals(before.addressUnchecked(), heap.slice(handle).addressUnchecked());
        assertEquals(3 * BLOCK + 1, heap.slice(handle).sizeBytes());
        assertEquals(3 * BLOCK + 16, heap.usedBytes());
        assertEquals(REGION - 3 * BLOCK - 16, heap.largestFreeBytes());
        assertContents(handle, BLOCK);
        heap.resize(handle, REGION);
        assertEquals(0, heap.freeBytes());
        assertEquals(before.addressUnchecked(), heap.slice(handle).addressUnchecked());
        assertContents(handle, BLOCK);
        heap.free(handle);
        assertEquals(REGION, heap.largestFreeBytes());
    }

    @Test
    void shouldMoveWhenTheHoleBehindIsTooSmall() {
        long handle = block(BLOCK);
        long hole = heap.allocate(BLOCK);
        long next = heap.allocate(BLOCK);
        heap.free(hole);
        Slice before = heap.slice(handle);

        heap.resize(handle, 2 * BLOCK + 1);

        assertFalse(before.isLive());
        var e = assertThrows(IllegalStateException.class, () -> before.getByte(0));
        assertTrue(e.getMessage().contains("changed by resize"), e.getMessage());
        assertTrue(heap.slice(handle).addressUnchecked() > heap.slice(next).addressUnchecked());
        assertContents(handle, BLOCK);
        assertEquals(2, heap.liveBlocks());
        assertEquals(3, heap.allocations(), "the new place does not count as an allocation");
        assertEquals(3 * BLOCK + 16, heap.usedBytes());
        long low = heap.allocate(2 * BLOCK);
        assertEquals(
                before.addressUnchecked(),
                heap.slice(low).addressUnchecked(),
                "the old place and the hole behind it are one");
        heap.defragment(1_000_000);
        assertContents(handle, BLOCK);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, BLOCK - 16, BLOCK - 15, BLOCK - 1})
    void shouldFreeTheRestWhenABlockBecomesSmaller(long bytes) {
        long handle = block(BLOCK);
        Slice before = heap.slice(handle);
        heap.resize(handle, bytes);
        assertFalse(before.isLive(), "it would reach over the end");
        assertEquals(before.addressUnchecked(), heap.slice(handle).addressUnchecked());
        assertEquals(bytes, heap.sizeBytes(handle));
        assertEquals((bytes + 15) / 16 * 16, heap.usedBytes());
        assertEquals(REGION - heap.usedBytes(), heap.largestFreeBytes(), "joined with the hole behind");
        assertContents(handle, bytes);
    }

    @Test
    void shouldDoNothingIfTheSizeIsTheSame() {
        long handle = block(300);
        heap.pin(handle);
        Slice before = heap.slice(handle);
        heap.resize(handle, 300);
        heap.resize(handle, 300);
        assertTrue(before.isLive());
        assertEquals(304, heap.usedBytes());
    }

    @Test
    void shouldOnlyLetAPinnedBlockGrowInPlace() {
        long handle = block(BLOCK);
        Heap.Pin pin = heap.pin(handle);
        Slice before = pin.slice();
        heap.resize(handle, 2 * BLOCK);
        assertTrue(before.isLive());
        assertEquals(2 * BLOCK, pin.slice().sizeBytes());
        String message = "block is pinned and would have to move or become smaller: release each pin first, index=0,"
                + " pins=1";
        for (long bytes : new long[] {1, 2 * BLOCK - 1, REGION + 1}) {
            assertEquals(
                    message,
                    assertThrows(IllegalStateException.class, () -> heap.resize(handle, bytes))
                            .getMessage());
        }
        assertEquals(2 * BLOCK, heap.usedBytes());
        assertEquals(1, heap.allocations());
        assertTrue(before.isLive());
        pin.close();
        heap.resize(handle, 1);
        assertContents(handle, 1);
    }

    @Test
    void shouldKeepItsOwnRegionForTheSameNumberOfPages() {
        long handle = block(REGION + 1);
        long address = heap.slice(handle).addressUnchecked();
        heap.resize(handle, REGION + 4096);
        assertEquals(address, heap.slice(handle).addressUnchecked());
        heap.resize(handle, REGION + 4097);
        assertNotEquals(address, heap.slice(handle).addressUnchecked());
        assertEquals(REGION + 8192, heap.reservedBytes());
        assertContents(handle, REGION + 1);
        heap.resize(handle, BLOCK);
        assertEquals(REGION, heap.reservedBytes(), "in a region to share");
        assertEquals(BLOCK, heap.usedBytes());
        assertContents(handle, BLOCK);
    }

    @Test
    void shouldChangeNothingIfThereIsNoRoom() {
        long handle = block(BLOCK);
        Slice before = heap.slice(handle);
        heap.allocate(BLOCK);
        assertThrows(NativeMemoryException.class, () -> heap.resize(handle, 4 * REGION));
        var e = assertThrows(NativeMemoryException.class, () -> heap.resize(handle, 4 * REGION));
        assertTrue(e.getMessage().startsWith("heap is at its cap and no hole is large enough"), e.getMessage());
        assertEquals(4 * REGION, e.requestedBytes());
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> heap.resize(handle, REGION + 1));
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> heap.resize(handle, REGION + 1));
        assertTrue(before.isLive());
        assertEquals(2 * BLOCK, heap.usedBytes());
        assertEquals(2, heap.allocations());
        assertContents(handle, BLOCK);
        heap.resize(handle, REGION + 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        long handle = block(BLOCK);
        var e = assertThrows(IllegalArgumentException.class, () -> heap.resize(handle, bytes));
        assertEquals("bytes must be > 0: bytes=" + bytes, e.getMessage());
        assertEquals(BLOCK, heap.sizeBytes(handle));
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 15, Long.MAX_VALUE})
    void shouldRefuseMoreThanTheAddressSpace(long bytes) {
        long handle = block(BLOCK);
        long large = block(REGION + 1);
        assertThrows(NativeMemoryException.class, () -> heap.resize(handle, bytes));
        assertThrows(NativeMemoryException.class, () -> heap.resize(large, bytes));
        assertContents(handle, BLOCK);
        assertContents(large, REGION + 1);
    }

    @Test
    void shouldRejectDeadHandlesAndUseAfterClose() {
        long handle = block(BLOCK);
        heap.free(handle);
        assertThrows(DeadHandleException.class, () -> heap.resize(handle, BLOCK));
        assertThrows(DeadHandleException.class, () -> heap.resize(0, BLOCK));
        heap.close();
        assertThrows(IllegalStateException.class, () -> heap.resize(handle, BLOCK));
    }
}
