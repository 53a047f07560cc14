package basalt.bench.memory;

import basalt.memory.MemorySource;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The baseline of a frame arena: memory and a bump cursor, which checks only the end. One per thread. */
@State(Scope.Thread)
public class HandCursor {
    private static final long BYTES = 1 << 22;

    private final long start = MemorySource.direct().allocate(BYTES, 64);
    private final long end = start + BYTES;
    private long cursor = start;

    long allocate(long bytes) {
        long address = (cursor + 7) & -8;
        if (bytes > end - address) {
            throw new IllegalStateException("full");
        }
        cursor = address + bytes;
        return address;
    }

    void reset() {
        cursor = start;
    }

    /** Frees the memory. */
    @TearDown
    public void close() {
        MemorySource.direct().free(start, BYTES);
    }
}
