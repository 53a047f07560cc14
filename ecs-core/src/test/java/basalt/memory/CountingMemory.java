package basalt.memory;

import java.util.TreeMap;

/**
 * A source for tests: forwards to another source, counts, and records each allocation, so that a wrong free throws
 * instead of crashing. Thread-safe.
 */
public final class CountingMemory extends ForwardingMemory {
    private final TreeMap<Long, Long> bytesByAddress = new TreeMap<>();
    private long allocations;
    private long frees;
    private long allocatedBytes;
    private long peakBytes;

    public CountingMemory(MemorySource source) {
        super(source);
    }

    public synchronized long allocations() {
        return allocations;
    }

    public synchronized long frees() {
        return frees;
    }

    /** The number of live allocations. */
    public synchronized int outstanding() {
        return bytesByAddress.size();
    }

    /** The most bytes ever allocated at once. */
    public synchronized long peakBytes() {
        return peakBytes;
    }

    /** Whether a range is inside one live allocation. */
    public synchronized boolean owns(long address, long bytes) {
        var allocation = bytesByAddress.floorEntry(address);
        return allocation != null && address + bytes <= allocation.getKey() + allocation.getValue();
    }

    @Override
    public synchronized long allocate(long bytes, int alignment) {
        long address = super.allocate(bytes, alignment);
        bytesByAddress.put(address, bytes);
        allocations++;
        allocatedBytes += bytes;
        peakBytes = Math.max(peakBytes, allocatedBytes);
        return address;
    }

    @Override
    public synchronized void free(long address, long bytes) {
        Long allocated = bytesByAddress.get(address);
        if (allocated == null || allocated != bytes) {
            throw new IllegalArgumentException(
                    "wrong free: address=" + address + ", bytes=" + bytes + ", allocated there=" + allocated);
        }
        bytesByAddress.remove(address);
        frees++;
        allocatedBytes -= bytes;
        super.free(address, bytes);
    }

    @Override
    public synchronized long allocatedBytes() {
        return allocatedBytes;
    }
}
