package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.DeadHandleException;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes, figures, pins and close; {@link BlockAllocatorContract} covers the rest. */
class HeapTest extends BlockAllocatorContract {
    private static final int REGION = 64 * 1024;

    private Heap heap;

    @Override
    BlockAllocator create(MemorySource source, long capBytes) {
        return new Heap(source, REGION, capBytes);
    }

    @Override
    String name() {
        return "heap";
    }

    @Override
    String capMessage(long capBytes) {
        return "heap is at its cap and no hole is large enough: free something or defragment, capBytes=" + capBytes;
    }

    @Override
    boolean checksReadsOnlyInStrictMode() {
        return true;
    }

    @Override
    List<Runnable> further(long handle) {
        Heap.Pin pin = heap.pin(handle);
        return List.of(
                () -> heap.pin(handle),
                () -> heap.unpin(handle),
                () -> heap.defragment(1),
                () -> heap.defragmentBytes(1),
                () -> heap.resize(handle, 8),
                pin::close);
    }

    @BeforeEach
    void useHeap() {
        heap = (Heap) allocator;
    }

    @Test
    void shouldHaveNoFreeSpaceBeforeTheFirstAllocation() {
        assertEquals(0, heap.largestFreeBytes());
        assertEquals(0, heap.fragmentation());
        assertEquals(new Heap.Defragmentation(0, 0, 0, 0, 0, true), heap.defragment(1000));
    }

    @Test
    void shouldAlignAddress() {
        for (int alignment = 1; alignment <= 4096; alignment *= 2) {
            for (long bytes : new long[] {1, 15, 16, 17, 4095, 4096, 4097, REGION}) {
                long handle = heap.allocate(bytes, alignment);
                Slice slice = heap.slice(handle);
                assertEquals(0, slice.addressUnchecked() % Math.max(alignment, 16));
                assertEquals(bytes, slice.sizeBytes());
                assertEquals(bytes, heap.sizeBytes(handle));
                assertTrue(memory.owns(slice.addressUnchecked(), bytes));
            }
        }
        heap.allocate(1);
        assertEquals(0, heap.slice(heap.allocate(1)).addressUnchecked() % 16);
    }

    @Test
    void shouldRefuseMoreThanTheAddressSpace() {
        assertRefusesMoreThanTheAddressSpace();
        try (Heap huge = new Heap(memory, 1L << 62, Long.MAX_VALUE)) {
            var e = assertThrows(NativeMemoryException.class, () -> huge.allocate(8, 4096));
            assertEquals(1L << 62, e.requestedBytes());
            assertEquals(0, huge.tryAllocate(8, 8));
            assertEquals(0, huge.reservedBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -4096, 1, 4095, 4097, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldRejectRegionSizeThatIsNoMultipleOfAPage(long regionBytes) {
        assertEquals(
                "regionBytes must be a multiple of 4096 and > 0: regionBytes=" + regionBytes,
                illegalArgument(() -> new Heap(memory, regionBytes, Long.MAX_VALUE)));
    }

    @Test
    void shouldRejectCapBelowOneRegion() {
        assertEquals(
                "capBytes must be >= regionBytes: capBytes=65535, regionBytes=65536",
                illegalArgument(() -> new Heap(memory, REGION, REGION - 1)));
    }

    @Test
    void shouldGrowByRegionsUpToTheCap() {
        try (Heap capped = new Heap(memory, REGION, 3 * REGION - 1)) {
            capped.allocate(REGION);
            long second = capped.allocate(REGION - 1000);
            assertEquals(2 * REGION, capped.reservedBytes());
            var e = assertThrows(NativeMemoryException.class, () -> capped.allocate(2000));
            assertEquals(
                    capMessage(196607) + ", largestFreeBytes=992: requestedBytes=2000, allocatedBytes=130080",
                    e.getMessage());
            assertEquals(0, capped.tryAllocate(2000, 16));
            assertNotEquals(0, capped.tryAllocate(992, 16));
            capped.free(second);
            assertNotEquals(0, capped.tryAllocate(REGION - 992, 16));
            assertEquals(2 * REGION, capped.usedBytes());
            assertEquals(2, memory.allocations());
        }
    }

    @Test
    void shouldPassOnTheExceptionOfTheSource() {
        try (Heap refused = new Heap(new FailingMemory(memory, 1), REGION, REGION)) {
            var e = assertThrows(NativeMemoryException.class, () -> refused.allocate(8));
            assertEquals("allocation 1 is to fail: requestedBytes=65536, allocatedBytes=0", e.getMessage());
            refused.allocate(8);
        }
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 5, -1, 3L << 32, 2L << 32, 1L << 32 | 1, 1L << 32 | 7, 1L << 32 | 1L << 31, Long.MIN_VALUE})
    void shouldRejectForgedHandle(long forged) {
        heap.free(heap.allocate(8)); // index 0 is in generation 2
        assertDead(heap, forged, (int) forged == 0 ? 2 : 0);
    }

    static void assertDead(Heap heap, long handle, int currentGeneration) {
        assertFalse(heap.isLive(handle));
        List<Executable> uses = List.of(
                () -> heap.free(handle),
                () -> heap.slice(handle),
                () -> heap.sizeBytes(handle),
                () -> heap.pin(handle),
                () -> heap.unpin(handle));
        for (Executable use : uses) {
            var e = assertThrows(DeadHandleException.class, use);
            assertEquals(handle, e.handle());
            assertEquals(currentGeneration, e.currentGeneration());
        }
    }

    @Test
    void shouldCheckBoundsOfTheRequestedSize() {
        Slice slice = heap.slice(heap.allocate(9));
        slice.putByte(8, (byte) 1);
        assertThrows(IndexOutOfBoundsException.class, () -> slice.putByte(9, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.putLong(2, 1));
    }

    @Test
    void shouldAccountForEachByte() {
        long first = heap.allocate(1);
        assertEquals(16, heap.usedBytes());
        long second = heap.allocate(100, 4096);
        assertEquals(16 + 112, heap.usedBytes());
        assertEquals(REGION, heap.reservedBytes());
        assertEquals(REGION - 128, heap.freeBytes());
        assertEquals(REGION - 4096 - 112, heap.largestFreeBytes());
        assertEquals(1 - (double) (REGION - 4096 - 112) / (REGION - 128), heap.fragmentation());
        assertEquals(2, heap.liveBlocks());
        heap.free(second);
        assertEquals(0, heap.fragmentation());
        heap.free(first);
        assertEquals(0, heap.usedBytes());
        assertEquals(128, heap.highWaterBytes());
        assertEquals(REGION, heap.largestFreeBytes());
        heap.allocate(REGION);
        assertEquals(0, heap.fragmentation(), "nothing is free");
        assertEquals(
                "Heap[largestFreeBytes=0, liveBlocks=1, usedBytes=65536, reservedBytes=65536, highWaterBytes=65536]",
                heap.toString());
    }

    @Test
    void shouldGiveAllRegionsBackOnClose() {
        heap.allocate(REGION);
        heap.free(heap.allocate(20));
        heap.pin(heap.allocate(10));
        heap.free(heap.allocate(2 * REGION));
        heap.allocate(3 * REGION);
        heap.close();
        assertEquals(4, memory.frees());
        assertEquals(
                "Heap[largestFreeBytes=0, liveBlocks=0, usedBytes=0, reservedBytes=0, highWaterBytes=262160, closed]",
                heap.toString());
        assertEquals(0, heap.freeBytes());
        assertEquals(0, heap.fragmentation());
    }

    @Test
    void shouldNotMoveABlockUntilTheLastPinIsReleased() {
        long hole = heap.allocate(64);
        long handle = heap.allocate(64);
        Slice before = heap.slice(handle);
        heap.free(hole);
        Heap.Pin first = heap.pin(handle);
        Heap.Pin second = heap.pin(handle);
        Slice slice = second.slice();
        slice.putLong(0, 42);
        assertEquals(0, heap.defragment(1_000_000).movedBlocks());
        first.close();
        assertEquals(0, heap.defragment(1_000_000).movedBlocks());
        assertEquals(42, slice.getLong(0));
        assertTrue(before.isLive());
        assertEquals(handle, second.handle());
        second.close();
        assertTrue(before.isLive());
        assertEquals(1, heap.defragment(1_000_000).movedBlocks());
        assertFalse(slice.isLive());
        assertEquals(slice.addressUnchecked() - 64, heap.slice(handle).addressUnchecked());
        assertEquals(42, heap.slice(handle).getLong(0));
    }

    @Test
    void shouldRejectFreeOfAPinnedBlock() {
        long handle = heap.allocate(64);
        Heap.Pin other = heap.pin(handle);
        Heap.Pin pin = heap.pin(handle);
        String message = "block is pinned: release each pin before it is freed, index=0, pins=";
        assertEquals(message + 2, illegalState(() -> heap.free(handle)));
        assertTrue(heap.isLive(handle));
        assertEquals("Heap.Pin[index=0]", pin.toString());
        pin.close();
        assertEquals("Heap.Pin[index=0, closed]", pin.toString());
        for (Executable use : List.<Executable>of(pin::close, pin::slice)) {
            assertEquals("pin is closed already: pin(handle) returns a new one", illegalState(use));
        }
        assertEquals(message + 1, illegalState(() -> heap.free(handle)), "the other pin still holds");
        other.close();
        heap.free(handle);
        heap.free(heap.allocate(64)); // the next block of the index has no pins
    }

    @Test
    void shouldRejectSlicesOfAPinAfterClose() {
        Heap.Pin pin = heap.pin(heap.allocate(8));
        heap.close();
        assertEquals("heap is closed: create a new one", illegalState(pin::slice));
        assertEquals("heap is closed: create a new one", illegalState(() -> heap.sizeBytes(pin.handle())));
    }

    private static String illegalArgument(Executable action) {
        return assertThrows(IllegalArgumentException.class, action).getMessage();
    }

    private static String illegalState(Executable action) {
        return assertThrows(IllegalStateException.class, action).getMessage();
    }
}
