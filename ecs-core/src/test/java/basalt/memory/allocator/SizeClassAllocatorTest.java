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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Size classes and large blocks; {@link BlockAllocatorContract} covers the rest. */
class SizeClassAllocatorTest extends BlockAllocatorContract {
    private static final long SMALL_SLAB_BYTES = 4096 * (16 + 4);

    @Override
    BlockAllocator create(MemorySource source, long capBytes) {
        return new SizeClassAllocator(source, capBytes);
    }

    @Override
    String name() {
        return "size class allocator";
    }

    @ParameterizedTest
    @CsvSource({
        "1, 16",
        "15, 16",
        "16, 16",
        "17, 32",
        "32, 32",
        "33, 64",
        "64, 64",
        "65, 128",
        "128, 128",
        "129, 256",
        "256, 256",
        "257, 512",
        "512, 512",
        "513, 1024",
        "1024, 1024",
        "1025, 2048",
        "2048, 2048",
        "2049, 4096",
        "4095, 4096",
        "4096, 4096"
    })
    void shouldUseSmallestClassThatFits(long bytes, long blockBytes) {
        long handle = allocator.allocate(bytes, 1);
        Slice slice = allocator.slice(handle);
        assertEquals(blockBytes, slice.sizeBytes());
        assertTrue(memory.owns(slice.addressUnchecked(), blockBytes));
        slice.fill((byte) 7);
        assertEquals(blockBytes, allocator.allocatorSnapshot().usedBytes());
        assertEquals(1, allocator.allocatorSnapshot().liveAllocations());
        allocator.free(handle);
        assertEquals(0, allocator.allocatorSnapshot().usedBytes());
        assertEquals(blockBytes, allocator.allocatorSnapshot().highWaterBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
    void shouldAlignAddress(int alignment) {
        for (long bytes : new long[] {1, 16, 17, 100, 4095, 4096, 4097, 5000, 100_000, 300_000}) {
            for (int i = 0; i < 3; i++) {
                Slice slice = allocator.slice(allocator.allocate(bytes, alignment));
                assertEquals(0, slice.addressUnchecked() % Math.max(alignment, SizeClassAllocator.MIN_ALIGNMENT));
                assertTrue(slice.sizeBytes() >= bytes);
                assertTrue(memory.owns(slice.addressUnchecked(), slice.sizeBytes()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4097, 4112, 262144",
        "5000, 5008, 262144",
        "100000, 100000, 262144",
        "262129, 262144, 262144",
        "262144, 262144, 262144",
        "262145, 266240, 266240",
        "1000000, 1003520, 1003520"
    })
    void shouldTakeLargeBlocksFromRegionsOrTheSource(long bytes, long usedBytes, long reservedBytes) {
        long handle = allocator.allocate(bytes, 1);
        Slice slice = allocator.slice(handle);
        assertEquals(bytes, slice.sizeBytes());
        assertTrue(memory.owns(slice.addressUnchecked(), usedBytes));
        slice.fill((byte) 7);
        assertEquals(usedBytes, allocator.allocatorSnapshot().usedBytes());
        assertEquals(reservedBytes, allocator.allocatorSnapshot().reservedBytes());
        assertEquals(1, allocator.allocatorSnapshot().liveAllocations());
        allocator.free(handle);
        assertEquals(0, allocator.allocatorSnapshot().usedBytes());
        assertEquals(usedBytes, allocator.allocatorSnapshot().highWaterBytes());
        boolean alone = usedBytes > 262_144;
        assertEquals(alone ? 0 : reservedBytes, memory.allocatedBytes());
        assertEquals(alone ? 0 : reservedBytes, allocator.trim());
        assertEquals(0, memory.allocatedBytes());
    }

    @Test
    void shouldShareRegionsBetweenLargeBlocks() {
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            handles.add(allocator.allocate(4200, 16));
        }
        assertEquals(1, memory.allocations());
        long address = allocator.slice(handles.get(10)).addressUnchecked();
        long stale = handles.get(10);
        allocator.free(stale);
        long next = allocator.allocate(4201, 16);
        assertEquals(address, allocator.slice(next).addressUnchecked(), "the lowest hole");
        assertEquals((int) stale, (int) next, "the slot is used again");
        assertThrows(DeadHandleException.class, () -> allocator.slice(stale));
        assertEquals(0, allocator.trim());
        handles.set(10, next);
        handles.forEach(allocator::free);
        long large = allocator.allocate(262_144, 4096);
        assertEquals(1, memory.allocations(), "the holes have become one");
        assertEquals(0, allocator.slice(large).addressUnchecked() % 4096);
    }

    @Test
    void shouldAlignToSixteenByDefault() {
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(memory)) {
            for (long bytes : new long[] {1, 40, 5001, 5001, 70_003, 300_001}) {
                assertEquals(0, sizeClasses.slice(sizeClasses.allocate(bytes)).addressUnchecked() % 16);
                assertEquals(
                        0, sizeClasses.slice(sizeClasses.tryAllocate(bytes, 16)).addressUnchecked() % 16);
            }
        }
    }

    @Test
    void shouldRejectHandlesOfOtherClasses() {
        List<Long> handles = new ArrayList<>();
        for (long bytes = 16; bytes <= 8192; bytes *= 2) {
            long handle = allocator.allocate(bytes, 16);
            allocator.slice(handle).fill((byte) handles.size());
            handles.add(handle);
        }
        assertEquals(10, handles.stream().distinct().count());
        for (int i = 0; i < handles.size(); i++) {
            Slice slice = allocator.slice(handles.get(i));
            assertEquals(16L << i, slice.sizeBytes());
            assertEquals(i, slice.getByte(0));
            assertEquals(i, slice.getByte(slice.sizeBytes() - 1));
        }
        for (int i = 0; i < handles.size(); i += 2) {
            allocator.free(handles.get(i));
        }
        for (int i = 0; i < handles.size(); i++) {
            assertEquals(i % 2 != 0, allocator.isLive(handles.get(i)));
        }
    }

    @Test
    void shouldGiveBlocksWithTheirOwnAllocationBackAtOnce() {
        long handle = allocator.allocate(1 << 20, 4096);
        Slice slice = allocator.slice(handle);
        slice.putByte((1 << 20) - 1, (byte) 1);
        assertEquals(1 << 20, memory.allocatedBytes());
        allocator.free(handle);
        assertEquals(0, memory.allocatedBytes());
        assertFalse(slice.isLive());
        assertThrows(DeadHandleException.class, () -> slice.getByte(0));
        assertThrows(DeadHandleException.class, () -> allocator.free(handle));
        long next = allocator.allocate(5000, 16);
        assertEquals((int) handle, (int) next, "the slot is used again");
        var e = assertThrows(DeadHandleException.class, () -> allocator.slice(handle));
        assertEquals(
                "handle is dead, its index belongs to another allocation now: index=2415919104, handleGeneration=1,"
                        + " currentGeneration=3; free each handle once, and check stored handles with isLive(handle)",
                e.getMessage());
        assertEquals(5000, allocator.slice(next).sizeBytes());
    }

    @Test
    void shouldGiveBackUnusedSlabsBeforeItDenies() {
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(memory, SMALL_SLAB_BYTES + 4096)) {
            sizeClasses.free(sizeClasses.allocate(16));
            assertEquals(SMALL_SLAB_BYTES, sizeClasses.reservedBytes());
            assertNotEquals(0, sizeClasses.tryAllocate(5000, 16));
            assertEquals(8192, sizeClasses.reservedBytes());
        }
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(memory, 262_144 + 4096)) {
            sizeClasses.free(sizeClasses.allocate(5000));
            assertEquals(262_144, sizeClasses.reservedBytes());
            assertNotEquals(0, sizeClasses.allocate(16), "the empty region is given back for a slab");
            assertEquals(SMALL_SLAB_BYTES, sizeClasses.reservedBytes());
            assertNotEquals(0, sizeClasses.allocate(100_000), "there is no room for a region beside the slab");
            assertEquals(SMALL_SLAB_BYTES + 102_400, sizeClasses.reservedBytes());
        }
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(memory, SMALL_SLAB_BYTES + 4096)) {
            sizeClasses.free(sizeClasses.allocate(16));
            assertNotEquals(0, sizeClasses.allocate(60));
            assertEquals(1024 * (64 + 4), sizeClasses.reservedBytes());
            assertEquals(0, sizeClasses.tryAllocate(16, 16), "there is a live block in the slab that is left");
        }
        assertTrue(memory.peakBytes() <= 262_144 + 4096);
    }

    @Test
    void shouldGiveBackUnusedSlabsWhenTheSourceHasNoMore() {
        FailingMemory failing = new FailingMemory(memory);
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(failing)) {
            sizeClasses.free(sizeClasses.allocate(16));
            failing.failNext();
            assertEquals(
                    300_000, sizeClasses.slice(sizeClasses.allocate(300_000)).sizeBytes());
            assertEquals(303_104, sizeClasses.reservedBytes(), "the slab was given back");
            failing.failNext();
            assertThrows(NativeMemoryException.class, () -> sizeClasses.allocate(300_000));
            failing.failNext();
            assertEquals(0, sizeClasses.tryAllocate(300_000, 16));
            assertEquals(303_104, sizeClasses.usedBytes());
            failing.failNext();
            sizeClasses.allocate(5000);
            assertEquals(303_104 + 8192, sizeClasses.reservedBytes(), "refused a region, and took less");
        }
    }

    @Test
    void shouldCountLargeBlocksAgainstItsCap() {
        try (SizeClassAllocator sizeClasses = new SizeClassAllocator(memory, 10_000)) {
            assertEquals(0, sizeClasses.tryAllocate(8193, 16), "whole pages only");
            long handle = sizeClasses.allocate(8192);
            assertEquals(0, sizeClasses.tryAllocate(4097, 16));
            var e = assertThrows(NativeMemoryException.class, () -> sizeClasses.allocate(4097));
            assertEquals(
                    "size class allocator is at its cap of 10000 bytes: requestedBytes=8192, allocatedBytes=8192",
                    e.getMessage());
            sizeClasses.free(handle);
            assertNotEquals(0, sizeClasses.tryAllocate(8000, 16), "freed blocks no longer count");
        }
    }

    @Test
    void shouldRefuseMoreThanTheAddressSpace() {
        assertRefusesMoreThanTheAddressSpace();
    }

    @Test
    void shouldShowItsStats() {
        allocator.allocate(5000, 16);
        allocator.free(allocator.allocate(6000, 16));
        assertEquals(
                "SizeClassAllocator[liveBlocks=1, usedBytes=5008," + " reservedBytes=262144, highWaterBytes=11008]",
                allocator.toString());
    }
}
