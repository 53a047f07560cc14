package basalt.bench.state;

import basalt.memory.MemorySource;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/** Memory outside the heap that is copied to several places in turn: the limit of what keeps as many bytes. */
public final class Copies implements AutoCloseable {
    private static final int ALIGNMENT = 4096;

    private final long bytes;
    private final long from;
    private final long[] to;
    private int last;

    /** Allocates them, all of as many bytes. */
    public Copies(long bytes, int places) {
        this.bytes = bytes;
        from = memory(1);
        to = new long[places];
        Arrays.setAll(to, i -> memory(2));
    }

    private long memory(int fill) {
        long address = MemorySource.allocateFrom(MemorySource.direct(), bytes, ALIGNMENT);
        UnsafeApi.setMemory(address, bytes, (byte) fill);
        return address;
    }

    /** Copies all to the next place. Returns its number. */
    public long next() {
        last = (last + 1) % to.length;
        UnsafeApi.copyMemory(from, to[last], bytes);
        return last;
    }

    @Override
    public void close() {
        MemorySource.direct().free(from, bytes);
        for (long copy : to) {
            MemorySource.direct().free(copy, bytes);
        }
    }
}
