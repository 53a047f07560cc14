package basalt.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Internal;
import basalt.memory.MemoryScope;
import basalt.memory.NativeMemoryException;
import basalt.memory.frame.FrameArena;
import basalt.storage.fixture.DirtyMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResultMemoryTest {
    private final FrameArena arena = new FrameArena(new DirtyMemory(0xFF), 1 << 20);
    private final SelectedRows.ResultMemory memory = new SelectedRows.ResultMemory("result", "make it again");

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void shouldLiveInTheScopeItWasMadeIn() {
        MemoryScope scope = arena.open();
        long address = make(100);
        assertEquals(address, memory.address());
        assertTrue(memory.isLive());
        scope.close();

        assertFalse(memory.isLive());
        assertEquals(0, arena.usedBytes());
        var failure = assertThrows(IllegalStateException.class, memory::requireLive);
        assertEquals("result used after its scope had ended; make it again", failure.getMessage());
    }

    @Test
    void shouldReuseItsMemoryInTheSameScope() {
        long address = make(100);
        long used = arena.usedBytes();
        assertEquals(address, make(100));
        assertEquals(address, make(1));
        assertEquals(address, make(100), "it is still as large as it was");
        assertEquals(used, arena.usedBytes());

        assertNotEquals(address, make(101));
        arena.reset();
        assertEquals(0, arena.usedBytes());
    }

    @Test
    void shouldAllocateInAnInnerScope() {
        long outer = make(100);
        MemoryScope scope = arena.open();
        assertNotEquals(outer, make(50));
        scope.close();

        assertFalse(memory.isLive());
        assertNotEquals(outer, make(50), "the place further out was forgotten");
    }

    @Test
    void shouldReleaseMemoryOfAnAbandonedResult() {
        long address = make(100);
        long used = arena.usedBytes();
        memory.begin(Internal.of(arena), 1000);
        memory.abandon();
        memory.begin(Internal.of(arena), 10);
        memory.abandon();

        assertEquals(used, arena.usedBytes());
        assertEquals(address, memory.address());
        assertTrue(memory.isLive());
        assertEquals(address, make(100));
    }

    @Test
    void shouldBeUnchangedWithoutMemory() {
        long address = make(100);
        long used = arena.usedBytes();
        assertThrows(NativeMemoryException.class, () -> memory.begin(Internal.of(arena), 2 << 20));

        assertEquals(used, arena.usedBytes());
        assertEquals(address, make(100));
        arena.reset(); // throws if a mark is open
    }

    @Test
    void shouldAllowAnEmptyResult() {
        make(0);
        assertTrue(memory.isLive());
        arena.reset();
        assertFalse(memory.isLive());
    }

    private long make(long bytes) {
        long address = memory.begin(Internal.of(arena), bytes);
        memory.commit();
        return address;
    }
}
