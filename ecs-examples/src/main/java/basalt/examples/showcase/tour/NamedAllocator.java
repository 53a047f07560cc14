package basalt.examples.showcase.tour;

import basalt.memory.Allocator;
import basalt.memory.AllocatorSnapshot;

/**
 * An allocator with a name, so that a report distinguishes allocators of the same kind.
 *
 * @param name name in reports
 * @param allocator the allocator that is reported
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
