package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Serials;
import basalt.memory.DeadHandleException;
import basalt.memory.Slice;
import org.junit.jupiter.api.Test;

class HandlesTest {
    private static final int TAG = 5 << 28;

    private final Handles handles = new Handles("test allocator", TAG, 1 << 28);

    @Test
    void shouldCountGenerationsOfSlot() {
        for (int life = 0; life < 1000; life++) {
            long handle = handles.begin(3);
            assertEquals(2L * life + 1 << 32 | TAG | 3, handle);
            assertTrue(handles.isLive(handle));
            assertEquals(3, handles.requireLive(handle));
            assertTrue(handles.end(3));
            assertFalse(handles.isLive(handle));
            assertThrows(DeadHandleException.class, () -> handles.requireLive(handle));
            assertEquals(2 * life + 2, handles.currentGeneration(handle));
        }
    }

    @Test
    void shouldRetireSlotBeforeItsGenerationWraps() {
        Serials.of(handles)[3] = 0xFFFF_FFFCL << 32;
        assertFalse(handles.isRetired(3));
        long last = handles.begin(3);
        assertEquals(0xFFFF_FFFDL << 32 | TAG | 3, last);
        assertTrue(handles.isLive(last));
        assertFalse(handles.end(3));
        assertTrue(handles.isRetired(3));
        assertFalse(handles.isLive(last));
    }

    @Test
    void shouldRejectHandlesOfOtherTablesByTheirTag() {
        Handles others = new Handles("test allocator", 6 << 28, 1 << 28);
        long handle = handles.begin(3);
        long other = others.begin(3);
        assertFalse(handles.isLive(other));
        assertFalse(others.isLive(handle));
        assertEquals(0, handles.currentGeneration(other));
        assertEquals(1, handles.currentGeneration(handle));
    }

    @Test
    void shouldGrowWithoutForgetting() {
        long handle = handles.begin(3);
        handles.ensureSlots(100_000);
        assertTrue(handles.isLive(handle));
        long far = handles.begin(99_999);
        assertTrue(handles.isLive(far));
        handles.ensureSlots(10);
        assertTrue(handles.isLive(far));
        assertEquals(0, handles.currentGeneration(handle + 500_000), "there is no such slot");
    }

    @Test
    void shouldEndSlicesButNotTheHandleOnMove() {
        long handle = handles.begin(3);
        Slice before = handles.slice(3, 4096, 8);
        handles.move(3);
        Slice after = handles.slice(3, 8192, 8);
        assertFalse(before.isLive());
        assertTrue(after.isLive());
        assertTrue(handles.isLive(handle));
        assertEquals(3, handles.requireLive(handle));
        assertEquals(1, handles.currentGeneration(handle));
        var moved = assertThrows(IllegalStateException.class, before::requireLive);
        assertTrue(moved.getMessage()
                .startsWith("slice used after its block was moved by defragment, or changed by resize: "));
        handles.end(3);
        assertFalse(after.isLive());
        assertFalse(handles.isLive(handle));
        var freed = assertThrows(DeadHandleException.class, before::requireLive);
        assertTrue(freed.getMessage().startsWith("slice used after its block was freed, its index is free: "));
        assertEquals(handle, freed.handle());
        handles.begin(3);
        assertFalse(before.isLive());
        assertFalse(after.isLive());
    }

    @Test
    void shouldRunOutOfMovesBeforeTheyTouchTheGeneration() {
        long handle = handles.begin(3);
        assertTrue(handles.mayMove(3));
        Serials.of(handles)[3] |= 0xFFFF_FFFEL;
        assertTrue(handles.mayMove(3));
        handles.move(3);
        assertFalse(handles.mayMove(3));
        assertTrue(handles.isLive(handle));
        handles.end(3);
        assertEquals(handle + (2L << 32), handles.begin(3));
        assertTrue(handles.mayMove(3));
    }

    @Test
    void shouldNotTreatFreeSlotsAsLive() {
        long handle = handles.begin(3);
        handles.end(3);
        assertFalse(handles.isLive(Serials.of(handles)[3]), "an even generation");
        assertFalse(handles.isLive(0));
        assertFalse(handles.isLive(TAG | 4));
    }

    @Test
    void shouldEndAllHandlesOnClose() {
        long handle = handles.begin(3);
        handles.close();
        assertFalse(handles.isLive(handle));
        var e = assertThrows(IllegalStateException.class, () -> handles.requireLive(handle));
        assertEquals("test allocator is closed: create a new one", e.getMessage());
    }
}
