package basalt.memory;

import java.util.TreeMap;

/**
 * A source for tests: passes everything on to another source, counts, and knows each allocation, so that a wrong free is
 * an error here and not a crash.
 */
public final class CountingMemory implements MemorySource {
    private final MemorySource source;
    private final TreeMap<Long, Long> bytesByAddress = new TreeMap<>();
    private long allocations;
    private long frees;
    private long allocatedBytes;
    private long peakBytes;

    public CountingMemory(MemorySource source) {
        this.source = source;
    }

    public long allocations() {
        return allocations;
    }

    public long frees() {
        return frees;
    }

    /** How many allocations have not been freed. */
    public int outstanding() {
        return bytesByAddress.size();
    }

    /** The most bytes that were ever allocated at once. */
    public long peakBytes() {
        return peakBytes;
    }

    /** Whether a range lies inside one allocation that has not been freed. */
    public boolean owns(long address, long bytes) {
        var allocation = bytesByAddress.floorEntry(address);
        return allocation != null && address + bytes <= allocation.getKey() + allocation.getValue();
    }

    @Override
    public long allocate(long bytes, int alignment) {
        long address = source.allocate(bytes, alignment);
        bytesByAddress.put(address, bytes);
        allocations++;
        allocatedBytes += bytes;
        peakBytes = Math.max(peakBytes, allocatedBytes);
        return address;
    }

    @Override
    public void free(long address, long bytes) {
        Long allocated = bytesByAddress.get(address);
        if (allocated == null || allocated != bytes) {
            throw new IllegalArgumentException(
                    "wrong free: address=" + address + ", bytes=" + bytes + ", allocated there=" + allocated);
        }
        bytesByAddress.remove(address);
        frees++;
        allocatedBytes -= bytes;
        source.free(address, bytes);
    }

    @Override
    public long allocatedBytes() {
        return allocatedBytes;
    }
}
