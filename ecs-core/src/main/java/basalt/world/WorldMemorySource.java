package basalt.world;

import basalt.memory.MemorySource;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The memory source of a world. It knows whether a call is in progress: code of the source must neither close the world
 * nor move its rows.
 */
final class WorldMemorySource implements MemorySource {
    private final MemorySource source;
    private final AtomicInteger requestsInProgress = new AtomicInteger();
    private final Thread owner = Thread.currentThread();

    /** Calls in progress on the world's thread. */
    private int callsOfOwner;

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

    /** Whether the world's thread is in a call of the source, perhaps amid a change. For that thread. */
    boolean isInCall() {
        return callsOfOwner > 0;
    }

    @Override
    public long allocate(long bytes, int alignment) {
        requestsInProgress.incrementAndGet();
        begin();
        try {
            return source.allocate(bytes, alignment);
        } finally {
            end();
            requestsInProgress.decrementAndGet();
        }
    }

    @Override
    public void free(long address, long bytes) {
        begin();
        try {
            source.free(address, bytes);
        } finally {
            end();
        }
    }

    private void begin() {
        if (Thread.currentThread() == owner) {
            callsOfOwner++;
        }
    }

    private void end() {
        if (Thread.currentThread() == owner) {
            callsOfOwner--;
        }
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
