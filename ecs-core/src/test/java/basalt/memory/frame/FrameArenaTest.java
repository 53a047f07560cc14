package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.CountingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import basalt.memory.block.ChunkStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Allocation, alignment, figures, reset and close. */
class FrameArenaTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FrameArena arena = new FrameArena(memory);

    @AfterEach
    void closeArena() {
        arena.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldTakeNoMemoryBeforeTheFirstAllocation() {
        arena.open().close();
        arena.release(arena.mark());
        arena.reset();
        assertEquals(0, memory.allocations());
        assertEquals(0, arena.reservedBytes());
        assertEquals(0, arena.usedBytes());
        assertEquals(0, arena.highWaterBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
    void shouldAlignAddress(int alignment) {
        for (long bytes : new long[] {1, 3, 64, 4095, 4096, 4097, 65_535, 65_536, 65_537, 3_000_001}) {
            Internal.of(arena).allocateUnchecked(1, 1);
            long address = Internal.of(arena).allocateUnchecked(bytes, alignment);
            assertEquals(0, address % alignment);
            assertTrue(memory.owns(address, bytes));
            assertEquals(bytes, arena.tryAllocate(bytes, alignment).sizeBytes());
        }
    }

    @Test
    void shouldCountGapsOfAlignmentAsUsed() {
        Internal.of(arena).allocateUnchecked(1, 1);
        assertEquals(1, arena.usedBytes());
        Internal.of(arena).allocateUnchecked(8, 8);
        assertEquals(16, arena.usedBytes());
        Internal.of(arena).allocateUnchecked(10, 4096);
        assertEquals(4106, arena.usedBytes());
    }

    @Test
    void shouldAllocateBehindEachOther() {
        long first = Internal.of(arena).allocateUnchecked(24, 8);
        long second = Internal.of(arena).allocateUnchecked(8, 8);
        assertEquals(first + 24, second);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, -4096, Long.MIN_VALUE})
    void shouldRejectSizeBelowOne(long bytes) {
        Internal.of(arena).allocateUnchecked(100, 8);
        String message = "bytes must be > 0: bytes=" + bytes;
        assertEquals(message, illegalArgument(() -> arena.allocate(bytes, 8)));
        assertEquals(message, illegalArgument(() -> arena.tryAllocate(bytes, 8)));
        assertEquals(message, illegalArgument(() -> Internal.of(arena).allocateUnchecked(bytes, 8)));
        assertEquals(100, arena.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void shouldRejectAlignmentOutOfRange(int alignment) {
        String message = "alignment must be a power of two from 1 to 4096: alignment=" + alignment;
        assertEquals(message, illegalArgument(() -> arena.allocate(8, alignment)));
        assertEquals(message, illegalArgument(() -> arena.tryAllocate(8, alignment)));
        if (Strict.ON) {
            assertEquals(message, illegalArgument(() -> Internal.of(arena).allocateUnchecked(8, alignment)));
        }
        assertEquals(0, arena.usedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE - 1, Long.MAX_VALUE})
    void shouldRefuseMoreThanTheAddressSpace(long bytes) {
        Internal.of(arena).allocateUnchecked(100, 8);
        for (int alignment : new int[] {1, 4096}) {
            var e = assertThrows(NativeMemoryException.class, () -> arena.allocate(bytes, alignment));
            assertTrue(e.requestedBytes() >= bytes);
            assertThrows(NativeMemoryException.class, () -> Internal.of(arena).allocateUnchecked(bytes, alignment));
            assertEquals(null, arena.tryAllocate(bytes, alignment));
        }
        assertEquals(100, arena.usedBytes());
        assertEquals(ChunkStore.FIRST_BYTES, arena.reservedBytes());
        arena.allocate(100, 8);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectCapBelowOne(long capBytes) {
        assertEquals(
                "capBytes must be > 0: capBytes=" + capBytes, illegalArgument(() -> new FrameArena(memory, capBytes)));
    }

    @Test
    void shouldRejectMissingSource() {
        assertThrows(IllegalArgumentException.class, () -> new FrameArena(null));
    }

    @Test
    void shouldCountEpochs() {
        assertEquals(0, arena.epoch());
        arena.reset();
        arena.reset();
        assertEquals(2, arena.epoch());
    }

    @Test
    void shouldReleaseEverythingOnResetAndKeepTheMemory() {
        long first = Internal.of(arena).allocateUnchecked(1000, 8);
        Internal.of(arena).allocateUnchecked(100_000, 8);
        long reservedBytes = arena.reservedBytes();
        arena.reset();
        assertEquals(0, arena.usedBytes());
        assertEquals(reservedBytes, arena.reservedBytes());
        assertEquals(first, Internal.of(arena).allocateUnchecked(1000, 8));
    }

    @Test
    void shouldTrackItsHighWaterMark() {
        Internal.of(arena).allocateUnchecked(1000, 8);
        assertEquals(1000, arena.highWaterBytes());
        try (MemoryScope scope = arena.open()) {
            Internal.of(arena).allocateUnchecked(200_000, 8);
            assertEquals(201_000, arena.highWaterBytes(), scope::toString);
        }
        assertEquals(201_000, arena.highWaterBytes());
        arena.reset();
        long mark = arena.mark();
        Internal.of(arena).allocateUnchecked(500_000, 8);
        arena.release(mark);
        Internal.of(arena).allocateUnchecked(300, 8);
        assertEquals(500_000, arena.highWaterBytes());
        arena.close();
        assertEquals(500_000, arena.highWaterBytes());
    }

    @Test
    void shouldGiveEverythingBackOnCloseOnce() {
        Internal.of(arena).allocateUnchecked(1, 1);
        Internal.of(arena).allocateUnchecked(5_000_000, 64);
        MemoryScope scope = arena.open();
        arena.close();
        assertEquals(0, memory.allocatedBytes());
        assertEquals(2, memory.frees());
        assertEquals(0, arena.reservedBytes());
        assertEquals(0, arena.usedBytes());
        arena.close();
        assertEquals(2, memory.frees());
        assertThrows(IllegalStateException.class, scope::close);
    }

    @Test
    void shouldNotBeClosedByUsersOfItsWorld() {
        FrameArena lent = new FrameArena(memory, 1 << 20);
        ArenaAccess access = Internal.of(lent);
        access.assignToWorld();
        Slice slice = lent.allocate(8, 8);

        assertEquals("this frame arena belongs to a world, which closes it", illegalState(lent::close));
        long mark = lent.mark();
        assertTrue(access.unwind(mark));
        slice.putLong(0, 5);
        assertEquals(5, slice.getLong(0));
        access.close();
        access.close();
        assertEquals(0, memory.allocatedBytes());
    }

    @Test
    void shouldRejectUseAfterClose() {
        long mark = arena.mark();
        arena.close();
        assertEquals(0, arena.epoch());
        String message = "frame arena is closed: create a new one";
        assertEquals(message, illegalState(() -> arena.allocate(8, 8)));
        assertEquals(message, illegalState(() -> arena.tryAllocate(8, 8)));
        assertEquals(message, illegalState(() -> Internal.of(arena).allocateUnchecked(8, 8)));
        assertEquals(message, illegalState(arena::open));
        assertEquals(message, illegalState(arena::mark));
        assertEquals(message, illegalState(arena::reset));
        assertEquals(message, illegalState(() -> arena.release(mark)));
        assertEquals(message, illegalState(() -> arena.release(0)));
        assertEquals(message, illegalState(() -> Internal.of(arena).unwind(mark)));
        assertFalse(arena.toString().isEmpty());
    }

    private static String illegalArgument(Runnable action) {
        return assertThrows(IllegalArgumentException.class, action::run).getMessage();
    }

    private static String illegalState(Runnable action) {
        return assertThrows(IllegalStateException.class, action::run).getMessage();
    }
}
