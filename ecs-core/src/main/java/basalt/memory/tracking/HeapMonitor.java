package basalt.memory.tracking;

import basalt.memory.allocator.Heap;

/** Checks the use of a heap. */
final class HeapMonitor extends AllocatorMonitor {
    private final Heap heap;
    private final MonitorLimits limits;
    private final MisuseDetector hot;
    private final MisuseDetector fragmented;
    private long allocations;

    HeapMonitor(MemoryMonitor monitor, String name, Heap heap, MonitorLimits limits) {
        super(monitor, name);
        this.heap = heap;
        this.limits = limits;
        hot = new MisuseDetector(MemoryDiagnostic.HEAP_ON_HOT_PATH, limits.steadyFrames());
        fragmented = new MisuseDetector(MemoryDiagnostic.HEAP_FRAGMENTED, limits.steadyFrames());
        allocations = heap.allocations();
    }

    @Override
    void endFrame() {
        long newAllocations = heap.allocations() - allocations;
        allocations = heap.allocations();
        report(hot, newAllocations > limits.heapAllocations(), "allocations", newAllocations, limits.heapAllocations());
        double fragmentation = heap.fragmentation();
        if (fragmented.isDue(fragmentation > limits.fragmentation())) {
            report(
                    fragmented.diagnostic(),
                    "fragmentation=" + fragmentation + ", freeBytes=" + heap.freeBytes() + ", largestFreeBytes="
                            + heap.largestFreeBytes());
        }
    }
}
