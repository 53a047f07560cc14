package basalt.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import basalt.memory.MemorySource;
import java.util.ArrayList;
import java.util.List;
import org.agrona.UnsafeApi;

/** A source with guard bytes on both sides of each allocation. Safe for all threads. */
final class FencedMemory implements MemorySource {
    private static final int FENCE_BYTES = 4096;
    private static final byte FENCE = 0x3C;

    private record Fenced(long address, long bytes) {
        long start() {
            return address - FENCE_BYTES;
        }

        long fencedBytes() {
            return bytes + 2 * FENCE_BYTES;
        }
    }

    private final MemorySource source = MemorySource.direct();
    private final List<Fenced> allocations = new ArrayList<>();

    @Override
    public synchronized long allocate(long bytes, int alignment) {
        long start = source.allocate(bytes + 2 * FENCE_BYTES, FENCE_BYTES);
        Fenced fenced = new Fenced(start + FENCE_BYTES, bytes);
        UnsafeApi.setMemory(start, fenced.fencedBytes(), FENCE);
        allocations.add(fenced);
        return fenced.address();
    }

    /** Throws if anything was written outside of an allocation, and frees all of them. */
    synchronized void checkAndFree() {
        for (Fenced fenced : allocations) {
            for (int i = 0; i < FENCE_BYTES; i++) {
                assertEquals(FENCE, UnsafeApi.getByte(fenced.start() + i), "before");
                assertEquals(FENCE, UnsafeApi.getByte(fenced.address() + fenced.bytes() + i), "behind");
            }
            source.free(fenced.start(), fenced.fencedBytes());
        }
        allocations.clear();
    }

    @Override
    public void free(long address, long bytes) {
        throw new UnsupportedOperationException("freed all together");
    }

    @Override
    public synchronized long allocatedBytes() {
        return allocations.stream().mapToLong(Fenced::bytes).sum();
    }
}
