package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.CountingMemory;
import basalt.memory.DeadHandleException;
import basalt.memory.MemorySource;
import basalt.memory.Slice;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which blocks move, which stay, the effect on holes, and the budget. */
class HeapDefragmentationTest {
    private static final int REGION = 16 * 1024;
    private static final int BLOCK = 1024;
    private static final int BLOCKS = REGION / BLOCK; // in a region
    private static final long ENOUGH_BYTES = Long.MAX_VALUE;

    private final CountingMemory memory = new CountingMemory(MemorySource.direct());
    private long nanos;
    private long nanosPerLook;
    private Heap heap;
    private long[] handles;

    @AfterEach
    void closeHeap() {
        if (heap != null) {
            heap.close();
        }
        assertEquals(0, memory.outstanding());
    }

    /** A heap with full regions; block i holds i in each byte. */
    private void fill(int regions) {
        heap = new Heap(memory, REGION, 8 * REGION, () -> nanos += nanosPerLook);
        handles = new long[regions * BLOCKS];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = heap.allocate(BLOCK);
            heap.slice(handles[i]).fill((byte) i);
        }
    }

    private void freeEachSecond() {
        for (int i = 0; i < handles.length; i += 2) {
            free(i);
        }
    }

    private void free(int block) {
        heap.free(handles[block]);
        handles[block] = 0;
    }

    private void assertContents() {
        for (int i = 0; i < handles.length; i++) {
            if (handles[i] != 0) {
                Slice slice = heap.slice(handles[i]);
                for (int offset = 0; offset < BLOCK; offset++) {
                    assertEquals((byte) i, slice.getByte(offset));
                }
            }
        }
    }

    @Test
    void shouldMergeManyHolesIntoOne() {
        fill(1);
        freeEachSecond();
        assertEquals(BLOCK, heap.largestFreeBytes());
        assertEquals(1 - 2.0 / BLOCKS, heap.fragmentation());

        assertEquals(
                new Heap.Defragmentation(BLOCKS / 2, REGION / 2, 1 - 2.0 / BLOCKS, 0, 0, true),
                heap.defragmentBytes(ENOUGH_BYTES));

        assertEquals(0, heap.fragmentation());
        assertEquals(REGION / 2, heap.largestFreeBytes());
        assertContents();
        assertEquals(0, heap.defragmentBytes(ENOUGH_BYTES).movedBlocks(), "nothing left to do");
        heap.allocate(REGION / 2);
        assertEquals(1, memory.allocations());
    }

    @Test
    void shouldEmptyHighRegionsAndGiveThemBack() {
        fill(4);
        freeEachSecond();

        Heap.Defragmentation done = heap.defragmentBytes(ENOUGH_BYTES);

        assertTrue(done.finished());
        assertEquals(2 * REGION, done.returnedBytes());
        assertEquals(2 * REGION, heap.reservedBytes());
        assertEquals(2, memory.outstanding());
        assertEquals(0, heap.freeBytes());
        assertEquals(1 - 1.0 / (4 * BLOCKS / 2), done.fragmentationBefore());
        assertEquals(0.5, done.fragmentationAfter(), "two regions, before they were given back");
        assertContents();
    }

    @Test
    void shouldUseTheNumberOfAReturnedRegionAgain() {
        fill(3);
        for (int i = BLOCKS; i < 2 * BLOCKS; i++) {
            free(i);
        }
        assertEquals(REGION, heap.trim(), "the one in the middle");
        long middle = heap.allocate(BLOCK);
        assertEquals(3 * REGION, heap.reservedBytes());
        for (int i = 0; i < BLOCKS; i++) {
            free(i);
        }
        // All of region 1 and what fits of region 2 move down to region 0.
        assertEquals(REGION, heap.defragmentBytes(ENOUGH_BYTES).returnedBytes());
        assertEquals(REGION + BLOCK, heap.usedBytes());
        assertTrue(heap.isLive(middle));
        assertContents();
    }

    @Test
    void shouldKeepRegionsInOrderWhenANumberIsUsedAgain() {
        fill(3);
        for (int i = BLOCKS; i < 2 * BLOCKS; i++) {
            free(i);
        }
        heap.trim();
        long middle = heap.allocate(REGION - BLOCK);
        free(3 * BLOCKS - 1);
        assertEquals(1, heap.defragmentBytes(ENOUGH_BYTES).movedBlocks(), "from the highest region to the middle one");
        assertEquals(2 * BLOCK, heap.largestFreeBytes());
        assertTrue(heap.isLive(middle));
        assertContents();
    }

    @Test
    void shouldMoveBlocksAroundPinnedBlocks() {
        fill(1);
        heap.pin(handles[4]);
        heap.pin(handles[9]);
        Slice four = heap.slice(handles[4]);
        Slice nine = heap.slice(handles[9]);
        for (int i : new int[] {0, 2, 3, 6, 7, 11, 12, 13}) {
            free(i);
        }
        // _ 1 _ _ P | 5 _ _ 8 P | 10 _ _ _ 14 15
        Heap.Defragmentation done = heap.defragmentBytes(ENOUGH_BYTES);

        // 1 and three blocks that jumped fill the first span, 8 and 5 the second; the rest is one hole
        assertTrue(four.isLive());
        assertTrue(nine.isLive());
        assertEquals(four.addressUnchecked(), heap.slice(handles[4]).addressUnchecked());
        assertContents();
        assertEquals(1 - 3.0 / 8, done.fragmentationBefore());
        assertEquals(1 - 6.0 / 8, done.fragmentationAfter());
        assertEquals(done.fragmentationAfter(), heap.fragmentation());
    }

    @Test
    void shouldNotSplitALargeHoleForASmallBlock() {
        fill(1);
        heap.pin(handles[8]);
        heap.pin(handles[10]);
        for (int i = 0; i < 8; i++) {
            free(i);
        }
        for (int i = 11; i < BLOCKS; i++) {
            heap.pin(handles[i]);
        }
        // 8 free, P, 9, P ...: to move 9 would leave 7 and 1
        assertEquals(0, heap.defragmentBytes(ENOUGH_BYTES).movedBlocks());
        assertEquals(0, heap.fragmentation());
    }

    @Test
    void shouldFillAHoleThatFitsExactly() {
        fill(1);
        for (int i = 0; i < BLOCKS - 1; i++) {
            heap.pin(handles[i]);
        }
        heap.unpin(handles[3]);
        free(3);
        assertEquals(1, heap.defragmentBytes(ENOUGH_BYTES).movedBlocks());
        assertEquals(0, heap.defragmentBytes(ENOUGH_BYTES).movedBlocks());
        assertContents();
    }

    @Test
    void shouldLeaveAnAlignedBlockWhoseGapWouldSplitTheHole() {
        heap = new Heap(memory, REGION, REGION);
        heap.pin(heap.allocate(16));
        long hole = heap.allocate(4096 + 2048);
        long aligned = heap.allocate(2048, 4096);
        assertEquals(0, heap.slice(aligned).addressUnchecked() % 4096);
        heap.pin(heap.allocate(REGION - 8192 - 2048));
        heap.free(hole);
        long largestBytes = heap.largestFreeBytes();
        Heap.Defragmentation done = heap.defragmentBytes(ENOUGH_BYTES);
        assertEquals(0, done.movedBlocks());
        assertEquals(largestBytes, heap.largestFreeBytes());
    }

    @Test
    void shouldEndOnlySlicesOfMovedBlocks() {
        fill(1);
        Slice stays = heap.slice(handles[0]);
        Slice moves = heap.slice(handles[2]);
        free(1);
        heap.defragmentBytes(ENOUGH_BYTES);
        assertTrue(stays.isLive());
        assertFalse(moves.isLive());
        var e = assertThrows(IllegalStateException.class, () -> moves.getByte(0));
        assertEquals(
                "slice used after its block was moved by defragment, or changed by resize: take a slice of the"
                        + " handle again, and pin blocks"
                        + " that must stay where they are",
                e.getMessage());
        assertEquals(moves.addressUnchecked() - BLOCK, heap.slice(handles[2]).addressUnchecked());
    }

    @Test
    void shouldReportAFreedBlockMovedOrNot() {
        fill(1);
        Slice beforeMove = heap.slice(handles[1]);
        free(0);
        heap.defragmentBytes(ENOUGH_BYTES);
        Slice afterMove = heap.slice(handles[1]);
        assertNotEquals(beforeMove.addressUnchecked(), afterMove.addressUnchecked());
        long handle = handles[1];
        free(1);
        for (Slice slice : List.of(beforeMove, afterMove)) {
            var e = assertThrows(DeadHandleException.class, () -> slice.getByte(0));
            assertTrue(e.getMessage().startsWith("slice used after its block was freed, "), e.getMessage());
            assertEquals(handle, e.handle());
            assertEquals(2, e.currentGeneration());
        }
    }

    @Test
    void shouldOnlyGiveBackRegionsOnABudgetOfZero() {
        fill(2);
        for (int i = BLOCKS; i < 2 * BLOCKS; i++) {
            free(i);
        }
        free(3);
        double fragmentation = heap.fragmentation();
        assertEquals(
                new Heap.Defragmentation(0, 0, fragmentation, fragmentation, REGION, false), heap.defragmentBytes(0));
        assertEquals(0, heap.defragment(0).movedBlocks());
        assertEquals(REGION, heap.reservedBytes());
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE})
    void shouldRejectNegativeBudget(long budget) {
        fill(1);
        var micros = assertThrows(IllegalArgumentException.class, () -> heap.defragment(budget));
        assertEquals("budgetMicros must be >= 0: budgetMicros=" + budget, micros.getMessage());
        var bytes = assertThrows(IllegalArgumentException.class, () -> heap.defragmentBytes(budget));
        assertEquals("budgetBytes must be >= 0: budgetBytes=" + budget, bytes.getMessage());
    }

    @Test
    void shouldStopAtTheBudgetAndContinueThere() {
        fill(4);
        freeEachSecond();
        long movedBytes = 0;
        double fragmentation = heap.fragmentation();
        Heap.Defragmentation done;
        do {
            done = heap.defragmentBytes(2 * BLOCK - 1);
            assertTrue(done.movedBlocks() <= 2, "checks the budget before each block");
            assertTrue(done.movedBlocks() == 2 || done.finished());
            assertTrue(done.fragmentationAfter() <= done.fragmentationBefore());
            movedBytes += done.movedBytes();
            assertContents();
        } while (!done.finished());
        assertTrue(fragmentation > 0.9);
        assertEquals(2 * REGION, heap.reservedBytes());
        assertEquals(0, heap.freeBytes());
        assertTrue(movedBytes <= 2 * heap.usedBytes(), "each block slides and jumps at most once");
    }

    @Test
    void shouldStopWhenTheTimeIsOver() {
        fill(1);
        freeEachSecond();
        nanosPerLook = 1000;
        // The clock advances by a microsecond at each check: one check for each hole or block, and a last one that
        // finds the budget spent.
        assertEquals(0, heap.defragment(1).movedBlocks());
        assertEquals(0, heap.defragment(2).movedBlocks(), "a hole");
        assertEquals(1, heap.defragment(2).movedBlocks(), "a block");
        assertEquals(2, heap.defragment(5).movedBlocks(), "two of each");
        assertFalse(heap.defragment(5).finished());
        assertTrue(heap.defragment(Long.MAX_VALUE).finished());
        assertEquals(0, heap.fragmentation());
        assertContents();
    }

    @Test
    void shouldContinueAfterAllRegionsWereGivenBack() {
        fill(2);
        freeEachSecond();
        assertFalse(heap.defragmentBytes(3 * BLOCK).finished());
        for (int i = 1; i < handles.length; i += 2) {
            free(i);
        }
        assertEquals(2 * REGION, heap.trim());
        assertEquals(0, memory.outstanding());
        assertEquals(0, heap.fragmentation());
        handles = new long[0];
        heap.allocate(REGION);
        assertTrue(heap.defragmentBytes(ENOUGH_BYTES).finished());
    }
}
