package basalt.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FirstFitTest {
    private static final long START = 1 << 20;

    private final FirstFit parts = new FirstFit(START, 1000);

    @Test
    void shouldTakeTheLowestAddressFirst() {
        assertEquals(START, parts.take(100, 1));
        assertEquals(START + 100, parts.take(100, 1));
        assertEquals(2, parts.taken());
    }

    @Test
    void shouldFillTheFirstHoleThatFits() {
        long first = parts.take(100, 1);
        parts.take(10, 1);
        long third = parts.take(300, 1);
        parts.take(10, 1);
        assertTrue(parts.giveBack(first, 100));
        assertTrue(parts.giveBack(third, 300));
        assertEquals(third, parts.take(101, 1));
        assertEquals(first, parts.take(100, 1));
    }

    @Test
    void shouldAlignTheAddressNotTheOffset() {
        FirstFit odd = new FirstFit(START + 1, 1000);
        assertEquals(START + 64, odd.take(1, 64));
    }

    @Test
    void shouldKeepTheGapThatAlignmentLeaves() {
        parts.take(1, 1);
        assertEquals(START + 64, parts.take(64, 64));
        assertEquals(START + 1, parts.take(63, 1));
        assertEquals(START + 128, parts.take(1, 1));
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        assertEquals(0, parts.take(1001, 1));
        assertEquals(0, parts.take(Long.MAX_VALUE, 4096));
        parts.take(1, 1);
        assertEquals(0, parts.take(1, 4096), "the next page is behind the end");
        assertEquals(0, parts.take(1000, 1));
        assertEquals(START + 1, parts.take(999, 1));
        assertEquals(0, parts.take(1, 1));
    }

    @Test
    void shouldMergeFreePartsInAnyOrder() {
        int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
        for (int[] order : orders) {
            long[] addresses = {parts.take(200, 1), parts.take(300, 1), parts.take(500, 1)};
            long[] sizes = {200, 300, 500};
            for (int i : order) {
                assertTrue(parts.giveBack(addresses[i], sizes[i]));
            }
            assertEquals(START, parts.take(1000, 1));
            assertTrue(parts.giveBack(START, 1000));
        }
    }

    @Test
    void shouldRejectPartsThatAreNotTaken() {
        long address = parts.take(100, 1);
        assertFalse(parts.giveBack(address, 99));
        assertFalse(parts.giveBack(address, 0));
        assertFalse(parts.giveBack(address + 1, 99));
        assertFalse(parts.giveBack(address + 100, 900));
        assertFalse(parts.giveBack(address + 100, 0));
        assertFalse(parts.giveBack(0, 100));
        assertTrue(parts.giveBack(address, 100));
        assertFalse(parts.giveBack(address, 100));
        assertEquals(0, parts.taken());
        assertEquals(START, parts.take(1000, 1));
    }
}
