package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import basalt.memory.MemorySource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which hole a block is put into, and how holes change. */
class HeapFitPolicyTest {
    private static final int REGION = 64 * 1024;

    private Heap heap;

    @AfterEach
    void closeHeap() {
        heap.close();
    }

    private void open(FitPolicy fitPolicy) {
        heap = new Heap(MemorySource.direct(), REGION, 4 * REGION, fitPolicy);
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
        open(FitPolicy.FIRST_FIT);
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
    void shouldPickTheTightestHoleThatFits() {
        open(FitPolicy.BEST_FIT);
        long[] handles = fill(512, 16, 64, 16, 256, 16, 128, 16, 256, 16);
        long[] addresses = new long[10];
        for (int i = 0; i < 10; i++) {
            addresses[i] = address(handles[i]);
        }
        for (int i = 8; i >= 0; i -= 2) {
            heap.free(handles[i]);
        }
        assertEquals(addresses[6], address(heap.allocate(100)), "128 is the tightest for 112");
        assertEquals(addresses[4], address(heap.allocate(129)), "the lower one of 256");
        assertEquals(addresses[6] + 112, address(heap.allocate(16)), "the rest of 128");
        assertEquals(addresses[2], address(heap.allocate(64)));
        assertEquals(addresses[8], address(heap.allocate(256)));
        assertEquals(addresses[4] + 144, address(heap.allocate(100)), "the rest of 256");
        assertEquals(addresses[0], address(heap.allocate(257)));
    }

    @Test
    void shouldSkipHolesThatAreLargeEnoughButNotAligned() {
        for (FitPolicy fitPolicy : FitPolicy.values()) {
            open(fitPolicy);
            long[] handles = fill(1024, 16, 1024, 16, 4096, 16);
            long start = address(handles[0]);
            heap.free(handles[2]); // from 1040 to 2064: no multiple of 1024 with 1024 behind it
            assertEquals(start + 2048, address(heap.allocate(16, 1024)), "fits behind the gap");
            heap.free(handles[4]); // from 2080 to 6176
            assertEquals(start + 3072, address(heap.allocate(1024, 1024)));
            assertEquals(start + 1040, address(heap.allocate(1008)), "the gap is a hole");
            heap.close();
        }
    }

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldMergeWithNoNeighbour(FitPolicy fitPolicy) {
        open(fitPolicy);
        long[] handles = fill(64, 64, 64);
        heap.free(handles[1]);
        assertHoles(64, 64);
    }

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldMergeWithTheHoleInFront(FitPolicy fitPolicy) {
        open(fitPolicy);
        long[] handles = fill(64, 48, 32, 64);
        long address = address(handles[1]);
        heap.free(handles[1]);
        heap.free(handles[2]);
        assertHoles(80, 80);
        assertEquals(address, address(heap.allocate(80)));
    }

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldMergeWithTheHoleBehind(FitPolicy fitPolicy) {
        open(fitPolicy);
        long[] handles = fill(64, 48, 32, 64);
        long address = address(handles[1]);
        heap.free(handles[2]);
        heap.free(handles[1]);
        assertHoles(80, 80);
        assertEquals(address, address(heap.allocate(80)));
    }

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldMergeWithBothHoles(FitPolicy fitPolicy) {
        open(fitPolicy);
        long[] handles = fill(64, 48, 32, 16, 64);
        long address = address(handles[1]);
        heap.free(handles[1]);
        heap.free(handles[3]);
        assertHoles(64, 48);
        heap.free(handles[2]);
        assertHoles(96, 96);
        assertEquals(address, address(heap.allocate(96)));
    }

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldMergeAtTheStartAndAtTheEndOfARegion(FitPolicy fitPolicy) {
        open(fitPolicy);
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

    @ParameterizedTest
    @EnumSource(FitPolicy.class)
    void shouldNotMergeAcrossRegions(FitPolicy fitPolicy) {
        open(fitPolicy);
        long[] handles = new long[4];
        for (int i = 0; i < 4; i++) {
            handles[i] = heap.allocate(REGION);
        }
        for (int i : new int[] {1, 2, 0, 3}) {
            heap.free(handles[i]);
        }
        assertHoles(4 * REGION, REGION);
        for (int i = 0; i < 4; i++) {
            assertNotEquals(0, heap.tryAllocate(REGION));
        }
    }

    private void assertHoles(long freeBytes, long largestFreeBytes) {
        assertEquals(freeBytes, heap.freeBytes());
        assertEquals(largestFreeBytes, heap.largestFreeBytes());
    }
}
