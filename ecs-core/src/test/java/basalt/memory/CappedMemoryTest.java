package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.frame.FrameArena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CappedMemoryTest extends MemorySourceContract {
    private final CountingMemory below = new CountingMemory(MemorySource.direct());

    @Override
    protected MemorySource createSource() {
        return CappedMemory.of(MemorySource.direct(), 1024 * 1024);
    }

    @Test
    void shouldAllocateUpToTheCap() {
        CappedMemory memory = CappedMemory.of(below, 100);
        long first = memory.allocate(60, 8);
        long second = memory.allocate(40, 4096);
        assertEquals(100, memory.allocatedBytes());
        assertEquals(100, memory.capBytes());
        memory.free(first, 60);
        memory.free(second, 40);
        memory.free(memory.allocate(100, 8), 100);
        assertEquals(0, memory.allocatedBytes());
    }

    @Test
    void shouldRefuseBeforeAskingTheSourceBelow() {
        CappedMemory memory = CappedMemory.of(below, 100);
        long address = memory.allocate(60, 8);
        var e = assertThrows(NativeMemoryException.class, () -> memory.allocate(41, 8));
        assertEquals("memory is at its cap of 100 bytes: requestedBytes=41, allocatedBytes=60", e.getMessage());
        assertEquals(1, below.allocations());
        assertEquals(60, memory.allocatedBytes());
        memory.free(address, 60);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MAX_VALUE - 59})
    void shouldNotOverflowWhenTheSumWould(long bytes) {
        CappedMemory memory = CappedMemory.of(below, Long.MAX_VALUE);
        long address = memory.allocate(60, 8);
        var e = assertThrows(NativeMemoryException.class, () -> memory.allocate(bytes, 8));
        assertTrue(e.getMessage().startsWith("memory is at its cap"), e.getMessage());
        assertEquals(60, memory.allocatedBytes());
        memory.free(address, 60);
    }

    @Test
    void shouldLoseNothingWhenTheSourceBelowRefuses() {
        FailingMemory failing = new FailingMemory(below);
        CappedMemory memory = CappedMemory.of(failing, 100);
        for (int i = 0; i < 5; i++) {
            failing.failNext();
            var e = assertThrows(NativeMemoryException.class, () -> memory.allocate(100, 8));
            assertTrue(e.getMessage().contains("is to fail"), "message of the source below: " + e.getMessage());
            assertEquals(0, memory.allocatedBytes());
        }
        memory.free(memory.allocate(100, 8), 100);
    }

    @Test
    void shouldLoseNothingWhenTheSourceBelowBreaksItsContract() {
        CappedMemory memory = CappedMemory.of(
                new MemorySource() {
                    @Override
                    public long allocate(long bytes, int alignment) {
                        return 0;
                    }

                    @Override
                    public void free(long address, long bytes) {}

                    @Override
                    public long allocatedBytes() {
                        return 0;
                    }
                },
                100);
        assertThrows(IllegalStateException.class, () -> memory.allocate(100, 8));
        assertEquals(0, memory.allocatedBytes());
        assertThrows(IllegalStateException.class, () -> memory.allocate(100, 8), "not a refusal by the cap");
    }

    @Test
    void shouldRejectFreeOfUnknownAllocation() {
        CappedMemory memory = CappedMemory.of(below, 100);
        long foreign = below.allocate(50, 8);
        assertThrows(IllegalArgumentException.class, () -> memory.free(foreign, 50), "not taken through the cap");
        long address = memory.allocate(60, 8);
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 0));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, -1));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, Long.MIN_VALUE));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 61));
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 59), "the source below detects it");
        assertThrows(IllegalArgumentException.class, () -> memory.free(0, 60));
        assertEquals(60, memory.allocatedBytes());
        memory.free(address, 60);
        assertThrows(IllegalArgumentException.class, () -> memory.free(address, 60));
        assertEquals(0, memory.allocatedBytes());
        below.free(foreign, 50);
    }

    @Test
    void shouldCountOnlyItsOwn() {
        CappedMemory outer = CappedMemory.of(below, 100);
        CappedMemory inner = CappedMemory.of(outer, 80);
        long first = outer.allocate(50, 8);
        long second = inner.allocate(50, 8);
        assertEquals(50, inner.allocatedBytes());
        assertEquals(100, outer.allocatedBytes());
        var e = assertThrows(NativeMemoryException.class, () -> inner.allocate(30, 8));
        assertTrue(e.getMessage().startsWith("memory is at its cap of 100"), e.getMessage());
        assertEquals(50, inner.allocatedBytes());
        inner.free(second, 50);
        outer.free(first, 50);
    }

    @Test
    void shouldCapAFrameArena() {
        CappedMemory memory = CappedMemory.of(below, 300_000);
        try (FrameArena arena = new FrameArena(memory)) {
            arena.allocate(200_000, 64);
            assertEquals(arena.reservedBytes(), memory.allocatedBytes());
            assertThrows(NativeMemoryException.class, () -> arena.allocate(200_000, 64));
            assertTrue(below.peakBytes() <= 300_000);
        }
        assertEquals(0, memory.allocatedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void shouldRejectCapBelowOne(long capBytes) {
        var e = assertThrows(IllegalArgumentException.class, () -> CappedMemory.of(below, capBytes));
        assertEquals("capBytes must be > 0: capBytes=" + capBytes, e.getMessage());
    }

    @Test
    void shouldRejectMissingSource() {
        assertThrows(IllegalArgumentException.class, () -> CappedMemory.of(null, 1));
    }

    @Test
    void shouldShowItsStats() {
        CappedMemory memory = CappedMemory.of(below, 100);
        long address = memory.allocate(60, 8);
        assertEquals("CappedMemory[allocatedBytes=60, capBytes=100, source=" + below + "]", memory.toString());
        memory.free(address, 60);
    }
}
