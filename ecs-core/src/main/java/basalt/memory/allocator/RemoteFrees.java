package basalt.memory.allocator;

import basalt.memory.DeadHandleException;
import basalt.memory.block.HandledBlocks;
import basalt.memory.block.Handles;

/**
 * The blocks of one allocator that other threads have freed and its owner has not drained.
 *
 * <p>Only the owner can check whether a handle is live, so a double free is detected when the queue is drained. It is
 * counted, and the next call of {@link #report()} throws with the first such handle.
 */
final class RemoteFrees {
    /** The default capacity. */
    static final int USUAL_CAPACITY = 1024;

    private final FreeQueue queue;
    private volatile boolean closed;
    private long refusedCount;
    private long unreportedCount;
    private long firstUnreported;
    private int firstUnreportedGeneration;

    RemoteFrees(int capacity) {
        queue = new FreeQueue(capacity);
    }

    int capacity() {
        return queue.capacity();
    }

    /** Any thread. */
    boolean offer(long handle, String allocator) {
        if (!Handles.isPossible(handle)) {
            throw new IllegalArgumentException("not a handle: handle=" + handle);
        }
        if (closed) {
            throw new IllegalStateException(allocator + " is closed: create a new one");
        }
        return queue.offer(handle);
    }

    /**
     * Frees the queued blocks; at most one capacity, so that busy producers cannot hold up the owner. Returns the
     * number of freed blocks.
     */
    int drainTo(HandledBlocks blocks) {
        int freed = 0;
        for (int i = queue.capacity(); i > 0; i--) {
            long handle = queue.poll();
            if (handle == 0) {
                break;
            }
            if (blocks.handlesOf(handle).isLive(handle)) {
                blocks.free(handle);
                freed++;
            } else {
                refuse(handle, blocks.handlesOf(handle).currentGeneration(handle));
            }
        }
        return freed;
    }

    /** The total number of handles that were dead. */
    long refusedCount() {
        return refusedCount;
    }

    /** Throws if dead handles were found since the last report. */
    void report() {
        if (unreportedCount > 0) {
            long count = unreportedCount;
            unreportedCount = 0;
            throw new DeadHandleException(
                    count + " dead handles were offered from other threads, all others were freed; the first one",
                    firstUnreported,
                    firstUnreportedGeneration,
                    "free each handle once, on one thread");
        }
    }

    void close() {
        closed = true;
    }

    private void refuse(long handle, int generation) {
        refusedCount++;
        if (unreportedCount++ == 0) {
            firstUnreported = handle;
            firstUnreportedGeneration = generation;
        }
    }
}
