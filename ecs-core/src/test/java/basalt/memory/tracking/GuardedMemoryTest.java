package basalt.memory.tracking;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.FailingMemory;
import basalt.memory.MemorySource;
import basalt.memory.MemorySourceContract;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import java.util.List;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedMemoryTest {
    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private final FailingMemory failing = new FailingMemory(memory);
    private final GuardedMemory guarded = new GuardedMemory(failing, 10_000);

    @AfterEach
    void giveBack() {
        guarded.live()
                .forEach(
                        allocation -> assertDoesNotThrow(() -> guarded.free(allocation.address(), allocation.bytes())));
        guarded.close();
        assertEquals(0, memory.outstanding());
    }

    @Nested
    class Contract extends MemorySourceContract {
        @Override
        protected MemorySource createSource() {
            return new GuardedMemory(MemorySource.direct(), 0);
        }
    }

    @Test
    void shouldPoisonFreshAndFreedMemory() {
        long address = guarded.allocate(100, 8);
        for (int i = 0; i < 100; i++) {
            assertEquals(GuardedMemory.FRESH, UnsafeApi.getByte(null, address + i));
        }
        guarded.free(address, 100);
        for (int i = 0; i < 100; i++) { // in quarantine, so it may still be read
            assertEquals(GuardedMemory.FREED, UnsafeApi.getByte(null, address + i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 64, 4096})
    void shouldFindWritesOnBothSides(int alignment) {
        for (long offset : new long[] {-16, -1, 100, 115}) {
            long address = guarded.allocate(100, alignment);
            UnsafeApi.putByte(null, address, (byte) 1);
            UnsafeApi.putByte(null, address + 99, (byte) 1);
            assertDoesNotThrow(guarded::check);
            byte old = UnsafeApi.getByte(null, address + offset);
            UnsafeApi.putByte(null, address + offset, (byte) 1);

            assertThrows(GuardedMemory.DamagedException.class, guarded::check);
            var damaged = assertThrows(GuardedMemory.DamagedException.class, () -> guarded.free(address, 100));

            String where = offset < 0
                    ? "memory was written " + -offset + " bytes before the start of allocation "
                    : "memory was written " + (offset - 100) + " bytes behind the end of allocation ";
            assertTrue(damaged.getMessage().startsWith(where), damaged.getMessage());
            assertTrue(damaged.getMessage().contains("shouldFindWritesOnBothSides"), damaged.getMessage());
            assertEquals(List.of(), guarded.live());
            UnsafeApi.putByte(null, address + offset, old); // still in quarantine: restored for the end of the test
        }
    }

    @Test
    void shouldFindWritesAfterFree() {
        long address = guarded.allocate(100, 8);
        guarded.free(address, 100);
        UnsafeApi.putByte(null, address + 42, (byte) 1);

        var damaged = assertThrows(GuardedMemory.DamagedException.class, guarded::check);

        assertTrue(
                damaged.getMessage()
                        .startsWith("memory was written after it had been freed, at offset 42 of allocation 1 of 100"),
                damaged.getMessage());
        assertThrows(GuardedMemory.DamagedException.class, guarded::close);
        assertEquals(0, memory.outstanding(), "the damaged memory was given back");
    }

    @Test
    void shouldReportThatItWasAlreadyFreed() {
        long address = guarded.allocate(100, 8);
        guarded.free(address, 100);

        var twice = assertThrows(IllegalArgumentException.class, () -> guarded.free(address, 100));
        assertTrue(twice.getMessage().contains("freed before, it was allocation 1 of 100 bytes"), twice.getMessage());
        var never = assertThrows(IllegalArgumentException.class, () -> guarded.free(64, 100));
        assertFalse(never.getMessage().contains("freed before"), never.getMessage());
    }

    @Test
    void shouldRejectAnotherSize() {
        long address = guarded.allocate(100, 8);

        var wrong = assertThrows(IllegalArgumentException.class, () -> guarded.free(address, 99));

        assertTrue(wrong.getMessage().startsWith("wrong size: bytes=99 for allocation 1 of 100"), wrong.getMessage());
        assertEquals(100, guarded.allocatedBytes());
    }

    @Test
    void shouldReportLeaksWithStackTraces() {
        long first = guarded.allocate(100, 8);
        guarded.allocate(200, 8);
        guarded.free(first, 100);

        var leak = assertThrows(IllegalStateException.class, guarded::close);

        assertTrue(
                leak.getMessage()
                        .startsWith(
                                "native memory left behind: 200 bytes in 1 allocations:\nallocation 2 of 200 bytes"),
                leak.getMessage());
        assertTrue(leak.getMessage().contains("GuardedMemoryTest.shouldReportLeaksWithStackTraces"), leak.getMessage());
        assertEquals(1, guarded.live().size());
    }

    @Test
    void shouldLimitTheQuarantine() {
        GuardedMemory small = new GuardedMemory(memory, 1000);
        for (int i = 0; i < 100; i++) {
            small.free(small.allocate(100, 8), 100);
        }
        assertTrue(memory.outstanding() <= 7 && memory.outstanding() > 0, () -> "held: " + memory.outstanding());
        small.close();
        assertEquals(0, memory.outstanding());
    }

    @Test
    void shouldRecordNothingThatTheSourceRefuses() {
        failing.failNext();
        assertThrows(NativeMemoryException.class, () -> guarded.allocate(100, 8));
        assertThrows(NativeMemoryException.class, () -> guarded.allocate(Long.MAX_VALUE - 20, 8));

        assertEquals(0, guarded.allocatedBytes());
        assertEquals(List.of(), guarded.live());
    }

    @Test
    void shouldFindWhatAnArenaNeverWrote() {
        try (FrameArena arena = new FrameArena(guarded)) {
            arena.allocate(100, 8).fill((byte) 1);
            assertDoesNotThrow(guarded::check);
        }
        assertEquals(List.of(), guarded.live());
    }
}
