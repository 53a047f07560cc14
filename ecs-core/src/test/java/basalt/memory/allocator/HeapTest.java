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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Allocation, handles, figures and close, under both fit policies. */
class HeapTest {
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

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        Heap heap = heap();
        assertEquals(0, memory.allocations());
        assertEquals(0, heap.reservedBytes());
        assertEquals(0, heap.largestFreeBytes());
        assertEquals(0, heap.fragmentation());
        assertEquals(new Heap.Defragmentation(0, 0, 0, 0, 0, true), heap.defragment(1000));
        assertEquals(0, heap.trim());
    }

    @Test
    void shouldAlignAddress() {
        Heap heap = heap(Long.MAX_VALUE);
        for (int alignment = 1; alignment <= 4096; alignment *= 2) {
            for (long bytes : new long[] {1, 15, 16, 17, 4095, 4096, 4097, REGION}) {
                long handle = heap.allocate(bytes, alignment);
                Slice slice = heap.slice(handle);
                assertEquals(0, slice.addressUnchecked() % alignment);
                assertEquals(0, slice.addressUnchecked() % 16);
                assertEquals(bytes, slice.sizeBytes());
                assertEquals(bytes, heap.sizeBytes(handle));
                assertTrue(memory.owns(slice.addressUnchecked(), bytes));
            }
        }
    }

    @Test
    void shouldAlignToAtLeastSixteenBytes() {
        Heap heap = heap();
        heap.allocate(1);
        assertEquals(0, heap.slice(heap.allocate(1)).addressUnchecked() % 16);
        assertEquals(0, heap.slice(heap.tryAllocate(1)).addressUnchecked() % 16);
    }

    @Test
    void shouldGiveOutHandlesThatAreNeverZeroNorTwiceTheSame() {
        Heap heap = heap();
        long first = heap.allocate(8);
        heap.free(first);
        long second = heap.allocate(8);
        assertNotEquals(0, first);
        assertNotEquals(0, second);
        assertEquals((int) first, (int) second, "the index is used again");
        assertNotEquals(first, second);
        assertFalse(heap.isLive(first));
        assertTrue(heap.isLive(second));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -4096, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        Heap heap = heap();
        String message = "bytes must be > 0: bytes=" + bytes;
        assertEquals(message, illegalArgument(() -> heap.allocate(bytes)));
        assertEquals(message, illegalArgument(() -> heap.allocate(bytes, 64)));
        assertEquals(message, illegalArgument(() -> heap.tryAllocate(bytes)));
        assertEquals(message, illegalArgument(() -> heap.tryAllocate(bytes, 64)));
        assertEquals(0, heap.reservedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldRejectAlignmentOutOfRange(int alignment) {
        Heap heap = heap();
        String message = "alignment must be a power of two from 1 to 4096: alignment=" + alignment;
        assertEquals(message, illegalArgument(() -> heap.allocate(8, alignment)));
        assertEquals(message, illegalArgument(() -> heap.tryAllocate(8, alignment)));
        assertEquals(0, heap.reservedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 15, Long.MAX_VALUE})
    void shouldRefuseMoreThanTheAddressSpace(long bytes) {
        for (long capBytes : new long[] {8 * REGION, Long.MAX_VALUE}) {
            Heap heap = heap(capBytes);
            heap.allocate(100);
            for (int alignment : new int[] {1, 4096}) {
                var e = assertThrows(NativeMemoryException.class, () -> heap.allocate(bytes, alignment));
                assertTrue(e.requestedBytes() >= bytes);
                assertEquals(0, heap.tryAllocate(bytes, alignment));
            }
            assertEquals(REGION, heap.reservedBytes());
            assertEquals(1, heap.liveBlocks());
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
    void shouldRejectCapBelowOneRegionAndMissingReferences() {
        assertEquals(
                "capBytes must be >= regionBytes: capBytes=65535, regionBytes=65536",
                illegalArgument(() -> new Heap(memory, REGION, REGION - 1)));
        illegalArgument(() -> new Heap(null, REGION, REGION));
    }

    @Test
    void shouldRefuseARegionThatNoMachineHas() {
        try (Heap heap = new Heap(memory, 1L << 62, Long.MAX_VALUE)) {
            var e = assertThrows(NativeMemoryException.class, () -> heap.allocate(8, 4096));
            assertEquals(1L << 62, e.requestedBytes());
            assertEquals(0, heap.tryAllocate(8));
            assertEquals(0, heap.reservedBytes());
        }
    }

    @Test
    void shouldGrowByRegionsUpToTheCap() {
        Heap heap = heap(3 * REGION - 1);
        heap.allocate(REGION);
        long second = heap.allocate(REGION - 1000);
        assertEquals(2 * REGION, heap.reservedBytes());
        var e = assertThrows(NativeMemoryException.class, () -> heap.allocate(2000));
        assertEquals(
                "heap is at its cap and no hole is large enough: free something or defragment, capBytes=196607,"
                        + " largestFreeBytes=992: requestedBytes=2000, allocatedBytes=130080",
                e.getMessage());
        assertEquals(0, heap.tryAllocate(2000));
        assertNotEquals(0, heap.tryAllocate(992));
        heap.free(second);
        assertNotEquals(0, heap.tryAllocate(REGION - 992));
        assertEquals(2 * REGION, heap.usedBytes());
        assertEquals(2, memory.allocations());
    }

    @Test
    void shouldLoseNothingWhenAnyAllocationOfTheSourceFails() {
        for (int failing = 1; failing <= 4; failing++) {
            FailingMemory source = new FailingMemory(memory, failing);
            try (Heap heap = new Heap(source, REGION, Long.MAX_VALUE)) {
                List<Long> handles = new ArrayList<>();
                int refused = 0;
                while (handles.size() < 4) {
                    long usedBytes = heap.usedBytes();
                    long reservedBytes = heap.reservedBytes();
                    long handle = heap.tryAllocate(REGION - 100);
                    if (handle == 0) {
                        refused++;
                        assertEquals(usedBytes, heap.usedBytes());
                        assertEquals(reservedBytes, heap.reservedBytes());
                        assertEquals(handles.size(), heap.liveBlocks());
                    } else {
                        heap.slice(handle).fill((byte) handles.size());
                        handles.add(handle);
                    }
                }
                assertEquals(1, refused);
                for (int i = 0; i < 4; i++) {
                    assertEquals(i, heap.slice(handles.get(i)).getByte(REGION - 101));
                }
            }
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldPassOnTheExceptionOfTheSource() {
        try (Heap heap = new Heap(new FailingMemory(memory, 1), REGION, REGION)) {
            var e = assertThrows(NativeMemoryException.class, () -> heap.allocate(8));
            assertEquals("allocation 1 is to fail: requestedBytes=65536, allocatedBytes=0", e.getMessage());
            heap.allocate(8);
        }
    }

    @Test
    void shouldRejectDoubleFree() {
        Heap heap = heap();
        long handle = heap.allocate(8);
        heap.free(handle);
        var e = assertThrows(DeadHandleException.class, () -> heap.free(handle));
        assertEquals(
                "handle is dead, its index is free: index=0, handleGeneration=1, currentGeneration=2;"
                        + " free each handle once, and check stored handles with isLive(handle)",
                e.getMessage());
        assertEquals(handle, e.handle());
        assertEquals(0, e.index());
        assertEquals(1, e.handleGeneration());
        assertEquals(2, e.currentGeneration());
        assertEquals(0, heap.liveBlocks());
        assertEquals(REGION, heap.freeBytes());
    }

    @Test
    void shouldRejectStaleHandleWhoseIndexIsUsedAgain() {
        Heap heap = heap();
        long stale = heap.allocate(8);
        heap.free(stale);
        long handle = heap.allocate(8);
        assertDead(heap, stale, 3);
        assertTrue(heap.isLive(handle));
        assertEquals(1, heap.liveBlocks());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {0, 1, 5, -1, 3L << 32, 2L << 32, 1L << 32 | 1, 1L << 32 | 7, 1L << 32 | 1L << 31, Long.MIN_VALUE})
    void shouldRejectForgedHandle(long forged) {
        Heap heap = heap();
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
    void shouldEndSliceWhenItsBlockIsFreed() {
        Heap heap = heap();
        long handle = heap.allocate(8);
        Slice slice = heap.slice(handle);
        slice.putLong(0, 42);
        heap.free(handle);
        var e = assertThrows(DeadHandleException.class, () -> slice.getLong(0));
        assertEquals(
                "slice used after its block was freed, its index is free: index=0, handleGeneration=1,"
                        + " currentGeneration=2; copy what must live longer",
                e.getMessage());
        assertEquals(handle, e.handle());
        heap.allocate(8);
        assertFalse(slice.isLive(), "the next block of the same index revives no slice");
        e = assertThrows(DeadHandleException.class, () -> slice.putLong(0, 0));
        assertEquals(
                "slice used after its block was freed, its index belongs to another allocation now: index=0,"
                        + " handleGeneration=1, currentGeneration=3; copy what must live longer",
                e.getMessage());
    }

    @Test
    void shouldKeepSlicesWhileOtherBlocksAreAllocatedAndFreed() {
        Heap heap = heap();
        Slice slice = heap.slice(heap.allocate(8));
        slice.putLong(0, 42);
        for (int i = 0; i < 1000; i++) {
            heap.slice(heap.allocate(1 + i)).fill((byte) -1);
        }
        assertEquals(42, slice.getLong(0));
    }

    @Test
    void shouldCheckBoundsOfTheRequestedSize() {
        Heap heap = heap();
        Slice slice = heap.slice(heap.allocate(9));
        slice.putByte(8, (byte) 1);
        assertThrows(IndexOutOfBoundsException.class, () -> slice.putByte(9, (byte) 1));
        assertThrows(IndexOutOfBoundsException.class, () -> slice.putLong(2, 1));
    }

    @Test
    void shouldAccountForEachByte() {
        Heap heap = heap(Long.MAX_VALUE);
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
    void shouldGiveEverythingBackOnCloseOnce() {
        Heap heap = heap();
        heap.allocate(REGION);
        heap.free(heap.allocate(20));
        long handle = heap.allocate(10);
        heap.pin(handle);
        heap.free(heap.allocate(2 * REGION));
        heap.allocate(3 * REGION);
        Slice slice = heap.slice(handle);
        heap.close();
        assertEquals(0, memory.outstanding());
        assertEquals(4, memory.frees());
        assertEquals(
                "Heap[largestFreeBytes=0, liveBlocks=0, usedBytes=0, reservedBytes=0, highWaterBytes=262160, closed]",
                heap.toString());
        assertEquals(0, heap.freeBytes());
        assertEquals(0, heap.fragmentation());
        assertEquals("slice used after its heap was closed", illegalState(() -> slice.getByte(0)));
        heap.close();
        assertEquals(4, memory.frees());
    }

    @Test
    void shouldRejectUseAfterClose() {
        Heap heap = heap();
        long handle = heap.allocate(10);
        HeapPin pin = heap.pin(handle);
        heap.close();
        assertFalse(heap.isLive(handle));
        List<Executable> uses = List.of(
                () -> heap.allocate(8),
                () -> heap.allocate(8, 8),
                () -> heap.tryAllocate(8),
                () -> heap.tryAllocate(8, 8),
                () -> heap.free(handle),
                () -> heap.slice(handle),
                () -> heap.sizeBytes(handle),
                () -> heap.pin(handle),
                () -> heap.unpin(handle),
                () -> heap.defragment(1),
                () -> heap.defragmentBytes(1),
                () -> heap.resize(handle, 8),
                () -> heap.tryResize(handle, 8),
                heap::trim,
                pin::slice,
                pin::close);
        for (Executable use : uses) {
            assertEquals("heap is closed: create a new one", illegalState(use));
        }
    }

    private static String illegalArgument(Executable action) {
        return assertThrows(IllegalArgumentException.class, action).getMessage();
    }

    private static String illegalState(Executable action) {
        return assertThrows(IllegalStateException.class, action).getMessage();
    }
}
