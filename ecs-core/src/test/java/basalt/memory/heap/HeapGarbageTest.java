package basalt.memory.heap;

import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In a steady state, to allocate and to free makes no garbage. */
class HeapGarbageTest {
    private static final int ROUNDS = 1000;

    @ParameterizedTest
    @EnumSource(Placement.class)
    void shouldMakeNoGarbageInASteadyState(Placement placement) {
        try (Heap heap = new Heap(MemorySource.direct(), 1 << 16, 1 << 20, placement)) {
            long[] handles = new long[100];
            rounds(heap, handles, 10);
            long made = HeapBytes.leastOf(() -> rounds(heap, handles, ROUNDS));
            // One object a round would be at least 16 bytes a round; the measurement itself takes a few hundred in all.
            assertTrue(made < ROUNDS * 4, () -> "heap bytes made in " + ROUNDS + " rounds: " + made);
        }
    }

    private static void rounds(Heap heap, long[] handles, int count) {
        for (int round = 0; round < count; round++) {
            for (int i = 0; i < handles.length; i++) {
                handles[i] = heap.allocate(1 + i * 37 % 1000, 1 << i % 8);
            }
            for (int i = 0; i < handles.length; i++) {
                heap.resize(handles[i], 1 + i * 53 % 1000);
            }
            for (int i = 0; i < handles.length; i++) {
                heap.free(handles[i * 7 % handles.length]);
            }
        }
    }
}
