package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HeapTableTest {
    @Test
    void shouldRetireASlotThatHasUsedUpItsGenerations() {
        HeapTable table = new HeapTable(-2);
        long last = table.open(5, 4096, 8, 16);
        assertEquals(0xFFFF_FFFFL, last >>> 32);
        assertTrue(table.isLive(last));
        table.end(table.slot(last));
        assertFalse(table.isLive(last));
        assertFalse(table.isLive(0), "generation 0 is nobody's");
        assertEquals(
                0,
                assertThrows(DeadHandleException.class, () -> table.slot(last)).currentGeneration());
        long next = table.open(6, 4096, 8, 16);
        assertEquals(1, (int) next, "the retired index is not used again");
    }

    @Test
    void shouldUseAFreedIndexAgainInAnotherGeneration() {
        HeapTable table = new HeapTable();
        Set<Long> handles = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, table.nextSlot());
            long handle = table.open(5, 4096, 8, 16);
            assertTrue(handles.add(handle));
            assertEquals(0, (int) handle);
            table.end(0);
        }
    }

    @Test
    void shouldKeepSlotsWhenItGrows() {
        HeapTable table = new HeapTable();
        long[] handles = new long[1000];
        for (int i = 0; i < handles.length; i++) {
            table.ensureRoom();
            handles[i] = table.open(i + 7, 4096L * (i + 1), i + 1, 1 << i % 13);
            table.pin(i);
        }
        for (int i = 0; i < handles.length; i++) {
            int slot = table.slot(handles[i]);
            assertEquals(i, slot);
            assertEquals(i + 7, table.segment(slot));
            assertEquals(4096L * (i + 1), table.address(slot));
            assertEquals(i + 1, table.sizeBytes(slot));
            assertEquals(1 << i % 13, table.alignment(slot));
            assertEquals(1, table.pins(slot));
            assertTrue(table.slice(slot).isLive());
        }
        assertEquals(1000, table.live());
    }

    @Test
    void shouldGiveEachPlaceItsOwnSerial() {
        HeapTable table = new HeapTable();
        long handle = table.open(5, 4096, 8, 16);
        Slice before = table.slice(0);
        table.move(0, 6, 8192);
        Slice after = table.slice(0);
        assertFalse(before.isLive());
        assertTrue(after.isLive());
        table.move(0, 5, 4096);
        assertFalse(before.isLive(), "back where it was, and still dead");
        assertTrue(table.isLive(handle));
        assertEquals(0, table.slot(handle));
    }

    @Test
    void shouldKeepABlockWhereItIsOnceItHasUsedUpItsMoves() {
        HeapTable table = new HeapTable();
        table.open(5, 4096, 8, 16);
        table.serials[0] |= 0xFFFF_FFFEL;
        assertTrue(table.mayMove(0));
        Slice before = table.slice(0);
        table.move(0, 6, 8192);
        assertFalse(before.isLive());
        assertFalse(table.mayMove(0));
        assertTrue(table.isLive(1L << 32));
        table.end(0);
        assertEquals(3L << 32, table.open(5, 4096, 8, 16), "moves do not spill into the generation");
        assertTrue(table.mayMove(0));
        table.pin(0);
        assertFalse(table.mayMove(0));
    }
}
