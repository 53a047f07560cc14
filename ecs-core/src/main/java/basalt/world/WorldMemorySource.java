package basalt.world;

import basalt.memory.MemorySource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory source of a world. It knows whether a call is in progress: code of the source must not close the world.
 */
final class WorldMemorySource implements MemorySource {
    private final MemorySource source;
    private final AtomicInteger asked = new AtomicInteger();

    WorldMemorySource(MemorySource source) {
        this.source = source;
    }

    /** Throws while memory is being requested, since it would belong to a closed world. */
    void requireIdle() {
        if (asked.get() > 0) {
            throw new IllegalStateException(
                    "the world cannot close while it asks its memory source for memory; close it afterwards");
        }
    }

    @Override
    public long allocate(long bytes, int alignment) {
        asked.incrementAndGet();
        try {
            return source.allocate(bytes, alignment);
        } finally {
            asked.decrementAndGet();
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
