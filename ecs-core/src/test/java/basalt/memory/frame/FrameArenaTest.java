package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.internal.Strict;
import basalt.memory.BumpAllocatorContract;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import basalt.memory.block.ArenaAccess;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory without a view, which chunks are kept, and close; {@link BumpAllocatorContract} covers the rest. */
class FrameArenaTest extends BumpAllocatorContract {
    private final FrameArena arena = new FrameArena(memory);

    @Override
    protected Subject create(MemorySource source, long capBytes) {
        FrameArena created = new FrameArena(source, capBytes);
        return new Subject(created, () -> created, created::reset);
    }

    @Override
    protected String label() {
        return "frame arena";
    }

    @Override
    protected String closedLabel() {
        return "its arena";
    }

    @Override
    protected String deadMessage() {
        return "slice used after its arena was reset: it is in epoch 1 now; copy what must live longer";
    }

    @AfterEach
    void closeArena() {
        arena.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096})
    void shouldAlignAddressWithoutAView(int alignment) {
        for (long bytes : new long[] {1, 3, 64, 4095, 4096, 4097, 65_535, 65_536, 65_537, 3_000_001}) {
            Internal.of(arena).allocateUnchecked(1, 1);
            long address = Internal.of(arena).allocateUnchecked(bytes, alignment);
            assertEquals(0, address % alignment);
            assertTrue(memory.owns(address, bytes));
            assertEquals(address + bytes, Internal.of(arena).allocateUnchecked(1, 1), "behind each other");
        }
    }

    @Test
    void shouldRejectMisuseWithoutAView() {
        ArenaAccess access = Internal.of(arena);
        access.allocateUnchecked(100, 8);
        for (long bytes : new long[] {0, -1, -4096, Long.MIN_VALUE}) {
            assertEquals(
                    "bytes must be > 0: bytes=" + bytes, illegalArgument(() -> access.allocateUnchecked(bytes, 8)));
        }
        if (Strict.ON) {
            for (int alignment : new int[] {0, -1, 3, 24, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertEquals(
                        "alignment must be a power of two from 1 to 4096: alignment=" + alignment,
                        illegalArgument(() -> access.allocateUnchecked(8, alignment)));
            }
        }
        for (long bytes : new long[] {1L << 60, Long.MAX_VALUE - 4096, Long.MAX_VALUE}) {
            assertThrows(NativeMemoryException.class, () -> access.allocateUnchecked(bytes, 4096));
        }
        assertEquals(100, arena.usedBytes());
        arena.close();
        assertEquals("frame arena is closed: create a new one", illegalState(() -> access.allocateUnchecked(8, 8)));
    }

    @Test
    void shouldTrackItsHighWaterMarkInScopes() {
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
    void shouldRejectScopesAndMarksAfterClose() {
        assertEquals(0, arena.epoch());
        arena.reset();
        assertEquals(1, arena.epoch());
        MemoryScope scope = arena.open();
        long mark = arena.mark();
        arena.close();
        assertEquals(1, arena.epoch());
        List<Runnable> uses = List.of(
                scope::close,
                arena::open,
                arena::mark,
                arena::reset,
                () -> arena.release(mark),
                () -> arena.release(0),
                () -> Internal.of(arena).unwind(mark));
        uses.forEach(use -> assertEquals("frame arena is closed: create a new one", illegalState(use)));
        assertFalse(arena.toString().isEmpty());
    }

    @Test
    void shouldFillChunkToItsLastByte() {
        Internal.of(arena).allocateUnchecked(64 * KIB - 1, 1);
        Internal.of(arena).allocateUnchecked(1, 1);
        assertEquals(1, memory.allocations());
        Internal.of(arena).allocateUnchecked(1, 1);
        assertEquals(2, memory.allocations());
    }

    @Test
    void shouldKeepLargeChunkForLargeRequests() {
        for (int frame = 0; frame < 20; frame++) {
            boolean largeFirst = frame % 2 == 0;
            Internal.of(arena).allocateUnchecked(largeFirst ? 10 * MIB : 100, 8);
            Internal.of(arena).allocateUnchecked(largeFirst ? 100 : 10 * MIB, 8);
            arena.reset();
        }
        // A frame that starts with a large request skips the chunk in which the previous frame started.
        assertEquals(10 * MIB + 64 * KIB + 128 * KIB, arena.reservedBytes());
    }

    @Test
    void shouldLoseNoChunkWhenSeveralAreTooSmall() {
        Internal.of(arena).allocateUnchecked(60 * KIB, 8);
        long mark = arena.mark();
        Internal.of(arena).allocateUnchecked(100 * KIB, 8);
        Internal.of(arena).allocateUnchecked(200 * KIB, 8);
        Internal.of(arena).allocateUnchecked(400 * KIB, 8);
        arena.release(mark);
        long reservedBytes = arena.reservedBytes();

        Internal.of(arena).allocateUnchecked(5 * MIB, 8);
        assertEquals(reservedBytes + 5 * MIB, arena.reservedBytes());
        Internal.of(arena).allocateUnchecked(400 * KIB, 8);
        Internal.of(arena).allocateUnchecked(200 * KIB, 8);
        Internal.of(arena).allocateUnchecked(100 * KIB, 8);
        assertEquals(5, memory.allocations(), "the small ones are used again");
    }

    @Test
    void shouldStayInItsFirstChunkWhenAMarkEnds() {
        long empty = arena.mark();
        long first = Internal.of(arena).allocateUnchecked(100, 8);
        Internal.of(arena).allocateUnchecked(100 * KIB, 8);
        arena.release(empty);
        assertEquals(0, arena.usedBytes());

        long again = arena.mark();
        assertEquals(first, Internal.of(arena).allocateUnchecked(100, 8));
        assertEquals(100, arena.usedBytes());
        arena.release(again);
        assertEquals(0, arena.usedBytes());
        assertEquals(2, memory.allocations());
    }

    @Test
    void shouldManageManyChunks() {
        for (int frame = 0; frame < 3; frame++) {
            for (int i = 0; i < 100; i++) {
                Internal.of(arena).allocateUnchecked(2 * MIB, 64);
            }
            assertEquals(100, memory.allocations());
            assertEquals(200 * MIB, arena.usedBytes());
            arena.reset();
        }
        arena.close();
        assertEquals(100, memory.frees());
    }

    @Test
    void shouldAllocateAsMuchAfterResetAsBefore() {
        try (FrameArena capped = new FrameArena(memory, MIB)) {
            capped.allocate(100, 8);
            capped.reset();
            assertNotNull(capped.tryAllocate(MIB, 8));
            assertTrue(memory.peakBytes() <= MIB);
        }
    }

    @Test
    void shouldRejectSourceThatGivesMisalignedMemory() {
        MemorySource misaligned = new ForwardingMemory(memory) {
            @Override
            public long allocate(long bytes, int alignment) {
                return super.allocate(bytes + 64, alignment) + 64;
            }

            @Override
            public void free(long address, long bytes) {
                super.free(address - 64, bytes + 64);
            }
        };
        try (FrameArena misled = new FrameArena(misaligned)) {
            var e = assertThrows(IllegalStateException.class, () -> misled.allocate(8, 8));
            assertTrue(e.getMessage().contains("is not aligned to 4096 bytes"), e.getMessage());
            assertEquals(0, misled.reservedBytes());
        }
    }
}
