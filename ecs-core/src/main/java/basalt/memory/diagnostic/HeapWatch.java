package basalt.memory.diagnostic;

import basalt.memory.heap.Heap;

/** Looks at how a heap is used. */
final class HeapWatch extends AllocatorWatch {
    private final Heap heap;
    private final MonitorLimits limits;
    private final MisuseDetector hot;
    private final MisuseDetector fragmented;
    private long allocations;

    HeapWatch(MemoryMonitor monitor, String name, Heap heap, MonitorLimits limits) {
        super(monitor, name);
        this.heap = heap;
        this.limits = limits;
        hot = new MisuseDetector(MemoryDiagnostic.HEAP_ON_HOT_PATH, limits.steadyFrames());
        fragmented = new MisuseDetector(MemoryDiagnostic.HEAP_FRAGMENTED, limits.steadyFrames());
        allocations = heap.allocations();
    }

    @Override
    void endFrame() {
        long newly = heap.allocations() - allocations;
        allocations = heap.allocations();
        tell(hot, newly > limits.heapAllocations(), "allocations", newly, limits.heapAllocations());
        double fragmentation = heap.fragmentation();
        if (fragmented.isDue(fragmentation > limits.fragmentation())) {
            tell(
                    fragmented.diagnostic(),
                    "fragmentation=" + fragmentation + ", freeBytes=" + heap.freeBytes() + ", largestFreeBytes="
                            + heap.largestFreeBytes());
        }
    }
}
