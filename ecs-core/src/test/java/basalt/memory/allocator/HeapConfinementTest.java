package basalt.memory.allocator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import basalt.internal.Strict;
import basalt.memory.MemorySource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs with and without strict mode, as all tests of this module do. */
class HeapConfinementTest {
    private final Map<String, String> outcomes = new LinkedHashMap<>();

    @Test
    void shouldRejectOtherThreads() throws InterruptedException {
        try (Heap heap = new Heap(MemorySource.direct(), 4096, 4096)) {
            long handle = heap.allocate(64);
            HeapPin pin = heap.pin(handle);
            Map<String, Runnable> always = new LinkedHashMap<>();
            always.put("allocate", () -> heap.allocate(8));
            always.put("tryAllocate", () -> heap.tryAllocate(8, 8));
            always.put("free", () -> heap.free(handle));
            always.put("pin", () -> heap.pin(handle));
            always.put("unpin", () -> heap.unpin(handle));
            always.put("closePin", pin::close);
            always.put("resize", () -> heap.resize(handle, 4));
            always.put("tryResize", () -> heap.tryResize(handle, 4));
            always.put("defragment", () -> heap.defragment(1));
            always.put("defragmentBytes", () -> heap.defragmentBytes(1));
            always.put("trim", heap::trim);
            always.put("close", heap::close);
            Map<String, Runnable> inStrictMode = new LinkedHashMap<>();
            inStrictMode.put("slice", () -> heap.slice(handle));
            inStrictMode.put("isLive", () -> heap.isLive(handle));
            inStrictMode.put("sizeBytes", () -> heap.sizeBytes(handle));
            inStrictMode.put("slicePin", pin::slice);
            Thread intruder = new Thread(
                    () -> {
                        always.forEach(this::attempt);
                        inStrictMode.forEach(this::attempt);
                    },
                    "intruder");
            intruder.start();
            intruder.join();

            String owner = Thread.currentThread().getName();
            String rejected = "heap used by thread intruder but created by thread " + owner
                    + ": give each thread an allocator of its own";
            always.keySet().forEach(operation -> assertEquals(rejected, outcomes.get(operation), operation));
            String expected = Strict.ON ? rejected : "unchecked";
            inStrictMode.keySet().forEach(operation -> assertEquals(expected, outcomes.get(operation), operation));
            assertTrue(heap.isLive(handle));
            assertEquals(1, heap.liveBlocks());
            pin.close();
            heap.free(handle);
        }
    }

    private void attempt(String name, Runnable operation) {
        try {
            operation.run();
            outcomes.put(name, "unchecked");
        } catch (IllegalStateException e) {
            outcomes.put(name, e.getMessage());
        }
    }
}
