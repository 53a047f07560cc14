package basalt.examples.showcase.tour;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;

/**
 * An allocator under a name that its owner gives it: most have none of their own, and a report would not tell those of
 * one kind apart.
 *
 * @param name for reports
 * @param allocator whose figures they are
 */
record NamedAllocator(String name, Allocator allocator) implements Allocator {
    @Override
    public long usedBytes() {
        return allocator.usedBytes();
    }

    @Override
    public long reservedBytes() {
        return allocator.reservedBytes();
    }

    @Override
    public long highWaterBytes() {
        return allocator.highWaterBytes();
    }

    @Override
    public void close() {
        allocator.close();
    }

    @Override
    public AllocatorSnapshot allocatorSnapshot() {
        AllocatorSnapshot figures = allocator.allocatorSnapshot();
        return new AllocatorSnapshot(
                figures.kind(),
                name,
                figures.usedBytes(),
                figures.reservedBytes(),
                figures.highWaterBytes(),
                figures.liveAllocations(),
                figures.fragmentation());
    }
}
