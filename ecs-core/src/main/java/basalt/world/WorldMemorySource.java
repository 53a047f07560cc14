package basalt.world;

import basalt.memory.MemorySource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory source of a world. It knows whether a call is in progress: code of the source must not close the world.
 */
final class WorldMemorySource implements MemorySource {
    private final MemorySource source;
    private final AtomicInteger requestsInProgress = new AtomicInteger();

    WorldMemorySource(MemorySource source) {
        this.source = source;
    }

    /** Throws while memory is being requested, since it would belong to a closed world. */
    void requireIdle() {
        if (requestsInProgress.get() > 0) {
            throw new IllegalStateException(
                    "the world cannot close during a request to its memory source; close it afterwards");
        }
    }

    @Override
    public long allocate(long bytes, int alignment) {
        requestsInProgress.incrementAndGet();
        try {
            return source.allocate(bytes, alignment);
        } finally {
            requestsInProgress.decrementAndGet();
        }
    }

    @Override
    public void free(long address, long bytes) {
        source.free(address, bytes);
    }

    @Override
    public long allocatedBytes() {
        return source.allocatedBytes();
    }

    @Override
    public String toString() {
        return source.toString();
    }
}
