package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.MemorySource;
import basalt.memory.Slice;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class HeapPinTest {
    private final Heap heap = new Heap(MemorySource.direct(), 4096, 4096);
    private final long hole = heap.allocate(64);
    private final long handle = heap.allocate(64);

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    @Test
    void shouldNotMoveABlockUntilTheLastPinIsReleased() {
        heap.free(hole);
        HeapPin first = heap.pin(handle);
        HeapPin second = heap.pin(handle);
        Slice slice = second.slice();
        slice.putLong(0, 42);
        assertEquals(0, heap.defragment(1_000_000).movedBlocks());
        first.close();
        assertEquals(0, heap.defragment(1_000_000).movedBlocks());
        assertEquals(42, slice.getLong(0));
        second.close();
        assertEquals(1, heap.defragment(1_000_000).movedBlocks());
        assertFalse(slice.isLive());
        assertEquals(slice.addressUnchecked() - 64, heap.slice(handle).addressUnchecked());
        assertEquals(42, heap.slice(handle).getLong(0));
    }

    @Test
    void shouldKeepSlicesThatWereTakenBeforeThePin() {
        heap.free(hole);
        Slice slice = heap.slice(handle);
        try (HeapPin pin = heap.pin(handle)) {
            heap.defragment(1_000_000);
            assertTrue(slice.isLive());
            assertEquals(slice.addressUnchecked(), pin.slice().addressUnchecked());
            assertEquals(handle, pin.handle());
        }
        assertTrue(slice.isLive());
    }

    @Test
    void shouldRejectFreeOfAPinnedBlock() {
        heap.pin(handle);
        heap.pin(handle);
        assertEquals(
                "block is pinned: release each pin before it is freed, index=1, pins=2",
                illegalState(() -> heap.free(handle)));
        assertTrue(heap.isLive(handle));
        heap.unpin(handle);
        assertEquals(
                "block is pinned: release each pin before it is freed, index=1, pins=1",
                illegalState(() -> heap.free(handle)));
        heap.unpin(handle);
        heap.free(handle);
    }

    @Test
    void shouldRejectUseOfAClosedPin() {
        HeapPin other = heap.pin(handle);
        HeapPin pin = heap.pin(handle);
        assertEquals("HeapPin[index=1]", pin.toString());
        pin.close();
        assertEquals("HeapPin[index=1, closed]", pin.toString());
        String message = "pin is closed already: pin(handle) returns a new one";
        assertEquals(message, illegalState(pin::close));
        assertEquals(message, illegalState(pin::slice));
        assertThrows(IllegalStateException.class, () -> heap.free(handle), "the other pin still holds");
        other.close();
        heap.free(handle);
    }

    @Test
    void shouldCountPinsOfEachBlock() {
        heap.pin(handle).close();
        heap.free(handle);
        long next = heap.allocate(64);
        assertEquals((int) handle, (int) next);
        heap.free(next);
    }

    private static String illegalState(Executable action) {
        return assertThrows(IllegalStateException.class, action).getMessage();
    }
}
