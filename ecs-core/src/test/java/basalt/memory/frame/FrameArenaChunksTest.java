package basalt.memory.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.ForwardingMemory;
import basalt.memory.MemoryScope;
import basalt.memory.MemorySource;
import basalt.memory.NativeMemoryException;
import basalt.memory.Slice;
import org.junit.jupiter.api.Test;

/** How an arena grows, which chunks it keeps, and what happens when it cannot grow. */
class FrameArenaChunksTest {
    private static final long KIB = 1024;
    private static final long MIB = 1024 * KIB;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());

    @Test
    void shouldDoubleChunksUpToOneMebibyte() {
        try (FrameArena arena = new FrameArena(memory)) {
            long reservedBytes = 0;
            for (long chunkBytes : new long[] {64 * KIB, 128 * KIB, 256 * KIB, 512 * KIB, MIB, MIB, MIB}) {
                reservedBytes += chunkBytes;
                for (long filled = 0; filled < chunkBytes; filled += 32 * KIB) {
                    Internal.of(arena).allocateUnchecked(32 * KIB, 64);
                    assertEquals(reservedBytes, arena.reservedBytes());
                }
            }
            assertEquals(7, memory.allocations());
            assertEquals(reservedBytes, arena.usedBytes());
        }
    }

    @Test
    void shouldFillChunkToItsLastByte() {
        try (FrameArena arena = new FrameArena(memory)) {
            Internal.of(arena).allocateUnchecked(64 * KIB - 1, 1);
            Internal.of(arena).allocateUnchecked(1, 1);
            assertEquals(1, memory.allocations());
            Internal.of(arena).allocateUnchecked(1, 1);
            assertEquals(2, memory.allocations());
        }
    }

    @Test
    void shouldGiveALargeRequestItsOwnChunk() {
        try (FrameArena arena = new FrameArena(memory)) {
            Internal.of(arena).allocateUnchecked(10 * MIB + 1, 8);
            assertEquals(10 * MIB + 4096, arena.reservedBytes());
            Internal.of(arena).allocateUnchecked(8 * KIB, 8);
            assertEquals(10 * MIB + 4096 + 64 * KIB, arena.reservedBytes());
        }
    }

    @Test
    void shouldAllocateNothingInSteadyFrames() {
        try (FrameArena arena = new FrameArena(memory)) {
            long allocations = 0;
            for (int frame = 0; frame < 20; frame++) {
                for (int i = 0; i < 40; i++) {
                    Internal.of(arena).allocateUnchecked(50_000, 64);
                    try (MemoryScope scope = arena.open()) {
                        assertTrue(Internal.of(arena).allocateUnchecked(i * 30_000L + 1, 64) != 0, scope::toString);
                    }
                }
                if (frame == 0) {
                    allocations = memory.allocations();
                }
                arena.reset();
            }
            assertEquals(allocations, memory.allocations());
            assertEquals(0, memory.frees());
        }
    }

    @Test
    void shouldKeepLargeChunkForLargeRequests() {
        try (FrameArena arena = new FrameArena(memory)) {
            for (int frame = 0; frame < 20; frame++) {
                boolean largeFirst = frame % 2 == 0;
                Internal.of(arena).allocateUnchecked(largeFirst ? 10 * MIB : 100, 8);
                Internal.of(arena).allocateUnchecked(largeFirst ? 100 : 10 * MIB, 8);
                arena.reset();
            }
            // A frame that starts with a large request skips the chunk in which the previous frame started.
            assertEquals(10 * MIB + 64 * KIB + 128 * KIB, arena.reservedBytes());
        }
    }

    @Test
    void shouldLoseNoChunkWhenSeveralAreTooSmall() {
        try (FrameArena arena = new FrameArena(memory)) {
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
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldStayInItsFirstChunkWhenAMarkEnds() {
        try (FrameArena arena = new FrameArena(memory)) {
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
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldManageManyChunks() {
        try (FrameArena arena = new FrameArena(memory)) {
            for (int frame = 0; frame < 3; frame++) {
                for (int i = 0; i < 100; i++) {
                    Internal.of(arena).allocateUnchecked(2 * MIB, 64);
                }
                assertEquals(100, memory.allocations());
                assertEquals(200 * MIB, arena.usedBytes());
                arena.reset();
            }
        }
        assertEquals(100, memory.frees());
    }

    @Test
    void shouldNeverExceedItsCap() {
        try (FrameArena arena = new FrameArena(memory, 100 * KIB)) {
            Internal.of(arena).allocateUnchecked(60 * KIB, 8);
            Internal.of(arena).allocateUnchecked(36 * KIB, 8);
            assertEquals(100 * KIB, arena.reservedBytes(), "the last chunk uses the rest of the cap");

            var e = assertThrows(
                    NativeMemoryException.class, () -> Internal.of(arena).allocateUnchecked(8 * KIB, 8));
            assertEquals(8 * KIB, e.requestedBytes());
            assertEquals(100 * KIB, e.allocatedBytes());
            assertEquals(
                    "frame arena is at its cap of 102400 bytes: requestedBytes=8192, allocatedBytes=102400",
                    e.getMessage());
            assertThrows(NativeMemoryException.class, () -> arena.allocate(8 * KIB, 8));
            assertNull(arena.tryAllocate(8 * KIB, 8));
            assertEquals(100 * KIB, memory.peakBytes());
        }
    }

    @Test
    void shouldAllocateAsMuchAfterResetAsBefore() {
        try (FrameArena arena = new FrameArena(memory, MIB)) {
            arena.allocate(100, 8);
            arena.reset();
            assertNotNull(arena.tryAllocate(MIB, 8));
            assertTrue(memory.peakBytes() <= MIB);
        }
    }

    @Test
    void shouldServeRequestOfExactlyItsCap() {
        try (FrameArena arena = new FrameArena(memory, 10_001)) {
            assertNull(arena.tryAllocate(10_002, 1));
            assertNotNull(arena.tryAllocate(10_001, 4096));
            assertEquals(10_001, arena.reservedBytes());
            assertNull(arena.tryAllocate(1, 1));
        }
    }

    @Test
    void shouldBeUnchangedWhenTheCapDenies() {
        try (FrameArena arena = new FrameArena(memory, 64 * KIB)) {
            MemoryScope scope = arena.open();
            Slice slice = arena.allocate(100, 8);
            slice.putLong(0, 42);
            assertNull(arena.tryAllocate(64 * KIB, 8));
            assertEquals(100, arena.usedBytes());
            assertEquals(64 * KIB, arena.reservedBytes());
            assertEquals(42, slice.getLong(0));
            assertNotNull(arena.tryAllocate(60 * KIB, 8));
            scope.close();
            assertNotNull(arena.tryAllocate(64 * KIB, 8));
        }
    }

    @Test
    void shouldFreeUnusedChunksBeforeTheCapDenies() {
        try (FrameArena arena = new FrameArena(memory, MIB)) {
            for (int i = 0; i < 24; i++) {
                Internal.of(arena).allocateUnchecked(32 * KIB, 8);
            }
            assertEquals(960 * KIB, arena.reservedBytes());
            arena.reset();
            Internal.of(arena).allocateUnchecked(1000, 8);

            Slice slice = arena.tryAllocate(960 * KIB, 64);
            assertNotNull(slice);
            assertTrue(arena.reservedBytes() <= MIB);
            assertTrue(memory.peakBytes() <= MIB);
            assertNull(arena.tryAllocate(64 * KIB, 64));
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldBeUnchangedWhenTheSourceRefuses() {
        for (int n = 1; n <= 8; n++) {
            FailingMemory failing = new FailingMemory(memory, n);
            try (FrameArena arena = new FrameArena(failing)) {
                MemoryScope scope = arena.open();
                boolean refused = false;
                for (int i = 0; i < 8; i++) {
                    long usedBytes = arena.usedBytes();
                    long reservedBytes = arena.reservedBytes();
                    try {
                        Internal.of(arena).allocateUnchecked(2 * MIB, 64);
                    } catch (NativeMemoryException e) {
                        refused = true;
                        assertEquals(usedBytes, arena.usedBytes());
                        assertEquals(reservedBytes, arena.reservedBytes());
                        assertEquals(2 * MIB, arena.allocate(2 * MIB, 64).sizeBytes(), "a second try may succeed");
                    }
                }
                assertTrue(refused);
                assertEquals(16 * MIB, arena.usedBytes());
                scope.close();
                arena.reset();
            }
            assertEquals(0, memory.outstanding());
        }
    }

    @Test
    void shouldReturnNullWhenTheSourceRefuses() {
        FailingMemory failing = new FailingMemory(memory, 1).stubborn();
        try (FrameArena arena = new FrameArena(failing)) {
            assertNull(arena.tryAllocate(8, 8));
            assertEquals(0, arena.reservedBytes());
            assertNotNull(arena.tryAllocate(8, 8));
        }
    }

    @Test
    void shouldRejectSourceThatBreaksItsContract() {
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
        try (FrameArena arena = new FrameArena(misaligned)) {
            var e = assertThrows(IllegalStateException.class, () -> arena.allocate(8, 8));
            assertTrue(e.getMessage().contains("is not aligned to 4096 bytes"), e.getMessage());
            assertEquals(0, arena.reservedBytes());
        }
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRejectSourceThatReturnsNull() {
        MemorySource empty = new MemorySource() {
            @Override
            public long allocate(long bytes, int alignment) {
                return 0;
            }

            @Override
            public void free(long address, long bytes) {
                throw new AssertionError("there is nothing to free");
            }

            @Override
            public long allocatedBytes() {
                return 0;
            }
        };
        try (FrameArena arena = new FrameArena(empty)) {
            var e = assertThrows(IllegalStateException.class, () -> arena.allocate(8, 8));
            assertTrue(e.getMessage().contains("it returned address 0"), e.getMessage());
            assertEquals(0, arena.reservedBytes());
        }
    }
}
