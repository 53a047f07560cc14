package basalt.memory.tracking;

import java.util.function.ToLongFunction;

/** The MXBean of a tracker. */
record MemoryTrackerBean(MemoryTracker tracker) implements MemoryTrackerMXBean {
    @Override
    public long getAllocatedBytes() {
        return tracker.snapshot().allocatedBytes();
    }

    @Override
    public long getPeakBytes() {
        return tracker.snapshot().peakBytes();
    }

    @Override
    public long getLiveAllocations() {
        return tracker.snapshot().liveAllocations();
    }

    @Override
    public long getDenials() {
        return sum(tracker.snapshot(), MemorySnapshot::denials);
    }

    @Override
    public long getSoftCrossings() {
        return sum(tracker.snapshot(), MemorySnapshot::softCrossings);
    }

    @Override
    public String snapshotJson() {
        return tracker.snapshot().toJson();
    }

    private static long sum(MemorySnapshot tag, ToLongFunction<MemorySnapshot> figure) {
        return figure.applyAsLong(tag)
                + tag.children().stream().mapToLong(child -> sum(child, figure)).sum();
    }
}
