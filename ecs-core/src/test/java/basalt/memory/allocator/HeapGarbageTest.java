package basalt.memory.allocator;

import basalt.memory.HeapBytes;
import basalt.memory.MemorySource;
import org.junit.jupiter.api.Test;

/** In a steady state, allocating and freeing make no garbage. */
class HeapGarbageTest {
    private static final int ROUNDS = 1000;

    @Test
    void shouldMakeNoGarbageInASteadyState() {
        try (Heap heap = new Heap(MemorySource.direct(), 1 << 16, 1 << 20)) {
            long[] handles = new long[100];
            HeapBytes.assertNone(ROUNDS, count -> rounds(heap, handles, count));
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
