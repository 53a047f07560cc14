package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Serials;
import basalt.memory.Slice;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the table adds to {@link basalt.memory.block.Handles}, which have their own test. */
class HeapTableTest {
    private static final int TAG = 9 << 28;

    private final Handles handles = new Handles("test allocator", TAG, 4096);
    private final HeapTable table = new HeapTable(handles);

    private long open(int segment) {
        return table.open(segment, 4096, 8, 16);
    }

    @Test
    void shouldNotUseARetiredSlotAgain() {
        table.end(handles.requireLive(open(5)));
        Serials.of(handles)[0] = 0xFFFF_FFFCL << 32; // as if it had been reused that often
        long last = open(5);
        assertEquals(TAG, (int) last);
        table.end(0);
        assertTrue(handles.isRetired(0));
        assertFalse(table.standsApart(0));
        assertEquals(TAG | 1, (int) open(6), "the retired index is not used again");
        assertEquals(1, table.live());
    }

    @Test
    void shouldUseAFreedIndexAgainInAnotherGeneration() {
        Set<Long> given = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertEquals(0, table.nextSlot());
            long handle = open(5);
            assertTrue(given.add(handle));
            assertEquals(TAG, (int) handle);
            table.end(0);
        }
    }

    @Test
    void shouldKeepSlotsWhenItGrows() {
        long[] given = new long[1000];
        for (int i = 0; i < given.length; i++) {
            given[i] = table.open(i + 7, 4096L * (i + 1), i + 1, 1 << i % 13);
            table.pin(i);
        }
        for (int i = 0; i < given.length; i++) {
            int slot = handles.requireLive(given[i]);
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
    void shouldBeFullWhenAllSlotsAreTaken() {
        for (int i = 0; i < 4096; i++) {
            assertFalse(table.isFull());
            open(i);
        }
        assertTrue(table.isFull());
        table.end(77);
        assertFalse(table.isFull());
        assertEquals(TAG | 77, (int) open(5));
        assertTrue(table.isFull());
    }

    @Test
    void shouldEndSlicesByAMove() {
        long handle = open(5);
        Slice before = table.slice(0);
        assertTrue(table.mayMove(0));
        table.move(0, 6, 8192);
        assertFalse(before.isLive());
        assertTrue(handles.isLive(handle));
        assertEquals(8192, table.slice(0).addressUnchecked());
        assertEquals(6, table.segment(0));
    }

    @Test
    void shouldMoveNoBlockThatIsPinnedOrHasUsedUpItsMoves() {
        open(5);
        table.pin(0);
        assertFalse(table.mayMove(0));
        table.unpin(0);
        assertTrue(table.mayMove(0));
        Serials.of(handles)[0] |= 0xFFFF_FFFFL;
        assertFalse(table.mayMove(0));
    }

    @Test
    void shouldDistinguishSlotsWithoutSegment() {
        open(HeapSegments.NONE);
        open(0);
        open(HeapSegments.NONE);
        assertTrue(table.standsApart(0));
        assertFalse(table.standsApart(1));
        table.end(2);
        table.end(0);
        assertFalse(table.standsApart(0), "the first free slot");
        assertFalse(table.standsApart(2), "the last free slot");
        assertEquals(3, table.count());
    }
}
