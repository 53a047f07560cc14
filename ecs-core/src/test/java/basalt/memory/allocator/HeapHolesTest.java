package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import basalt.memory.MemorySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which hole a block is put into, and how holes change. */
class HeapHolesTest {
    private static final int REGION = 64 * 1024;

    private final Heap heap = new Heap(MemorySource.direct(), REGION, 4 * REGION);

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    /** Adjacent blocks of these sizes from the start of the first region, and one for the rest. */
    private long[] fill(int... sizes) {
        long[] handles = new long[sizes.length + 1];
        int restBytes = REGION;
        for (int i = 0; i < sizes.length; i++) {
            handles[i] = heap.allocate(sizes[i]);
            restBytes -= sizes[i];
        }
        handles[sizes.length] = heap.allocate(restBytes);
        return handles;
    }

    private long address(long handle) {
        return heap.slice(handle).addressUnchecked();
    }

    @Test
    void shouldPickTheLowestHoleThatFits() {
        long[] handles = fill(64, 16, 512, 16, 128, 16, 256, 16);
        long[] addresses = {address(handles[0]), address(handles[2]), address(handles[4]), address(handles[6])};
        for (int i = 6; i >= 0; i -= 2) {
            heap.free(handles[i]);
        }
        assertEquals(addresses[1], address(heap.allocate(128)), "64 is too small, then comes 512");
        assertEquals(addresses[0], address(heap.allocate(64)));
        assertEquals(addresses[1] + 128, address(heap.allocate(384)), "the rest of 512");
        assertEquals(addresses[3], address(heap.allocate(256)));
        assertEquals(addresses[2], address(heap.allocate(1)));
    }

    @Test
    void shouldSkipHolesThatAreLargeEnoughButNotAligned() {
        long[] handles = fill(1024, 16, 1024, 16, 4096, 16);
        long start = address(handles[0]);
        heap.free(handles[2]); // from 1040 to 2064: no multiple of 1024 with 1024 behind it
        assertEquals(start + 2048, address(heap.allocate(16, 1024)), "fits behind the gap");
        heap.free(handles[4]); // from 2080 to 6176
        assertEquals(start + 3072, address(heap.allocate(1024, 1024)));
        assertEquals(start + 1040, address(heap.allocate(1008)), "the gap is a hole");
    }

    @Test
    void shouldMergeAtTheStartAndAtTheEndOfARegion() {
        long[] handles = fill(64, 48, REGION - 64 - 48 - 32 - 16, 32); // and 16 more
        heap.free(handles[0]);
        assertHoles(64, 64);
        heap.free(handles[1]);
        assertHoles(112, 112);
        heap.free(handles[4]);
        assertHoles(128, 112);
        heap.free(handles[3]);
        assertHoles(160, 112);
        heap.free(handles[2]);
        assertHoles(REGION, REGION);
    }

    @Test
    void shouldNotMergeAcrossRegions() {
        long[] handles = new long[4];
        for (int i = 0; i < 4; i++) {
            handles[i] = heap.allocate(REGION);
        }
        for (int i : new int[] {1, 2, 0, 3}) {
            heap.free(handles[i]);
        }
        assertHoles(4 * REGION, REGION);
        for (int i = 0; i < 4; i++) {
            assertNotEquals(0, heap.tryAllocate(REGION, 16));
        }
    }

    private void assertHoles(long freeBytes, long largestFreeBytes) {
        assertEquals(freeBytes, heap.freeBytes());
        assertEquals(largestFreeBytes, heap.largestFreeBytes());
    }
}
