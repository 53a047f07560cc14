package basalt.memory.allocator;

import basalt.memory.DeadHandleException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The blocks of one allocator that other threads have freed and its owner has not drained: a bounded queue of handles.
 * Any thread offers, the owner polls. Lock-free, without garbage.
 *
 * <pre>
 *   position p lies in cell p mod capacity, which holds one after the other
 *
 *   vacant(p)   -- producer, one CAS -->   handle   -- owner -->   vacant(p + capacity)   -- ...
 * </pre>
 *
 * <p><b>Why a producer can stop at any point.</b> Many queues first claim a position and then fill it; a thread that
 * ended in between would block the queue for good. Here one CAS claims and fills the cell. The tail is only a hint to
 * the next vacant cell: a thread that finds the cell at the tail filled advances the tail. So a producer that stops
 * between two instructions has either added its handle or done nothing.
 *
 * <p><b>Why no CAS succeeds late.</b> A vacant cell holds the position it is vacant for, in the shape of an even
 * generation, which no handle has. A producer that was suspended for a lap finds another value there; the values repeat
 * only after 2^31 laps.
 *
 * <p>Only the owner can check whether a handle is live, so a double free is detected when the queue is drained. It is
 * counted, and the next call of {@link #report()} throws with the first such handle.
 *
 * <p>The cells are a Java array, so a producer that is late, after the owner has closed, does not touch freed memory.
 */
final class FreeQueue {
    static final int MAX_CAPACITY = 1 << 20;

    /** The default capacity. */
    static final int USUAL_CAPACITY = 1024;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int LINE = 16; // longs in 128 bytes: a cache line and the adjacent line that is prefetched
    static final int TAIL = LINE;
    private static final int HEAD = 2 * LINE;

    private final long[] cells;
    final long[] positions = new long[3 * LINE]; // each on its own line
    private final int mask;
    private final int capacityShift;
    private volatile boolean closed;
    private long refusedCount;
    private long unreportedCount;
    private long firstUnreported;
    private int firstUnreportedGeneration;

    /** The capacity is rounded up to a power of two. */
    FreeQueue(int capacity) {
        if (capacity <= 0 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "queueCapacity must be from 1 to " + MAX_CAPACITY + ": queueCapacity=" + capacity);
        }
        capacityShift = Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
        cells = new long[1 << capacityShift];
        mask = cells.length - 1;
    }

    int capacity() {
        return cells.length;
    }

    /** Adds a handle with an odd generation. Any thread. Returns false if the queue is full; nothing changes. */
    boolean offer(long handle) {
        while (true) {
            long tail = (long) LONGS.getVolatile(positions, TAIL);
            long head = (long) LONGS.getVolatile(positions, HEAD); // before the cell: see below
            if (tail - head >= cells.length) {
                return false;
            }
            boolean added = LONGS.compareAndSet(cells, (int) tail & mask, vacant(tail), handle);
            // The head had left the previous lap, so the cell was vacant for this position at that time or later. If
            // this CAS failed, another thread has filled the cell. In both cases the tail may advance.
            LONGS.compareAndSet(positions, TAIL, tail, tail + 1);
            if (added) {
                return true;
            }
        }
    }

    /** Takes the oldest handle; 0 if there is none. Owner only. */
    long poll() {
        long head = positions[HEAD]; // no other thread writes it
        int cell = (int) head & mask;
        long handle = (long) LONGS.getAcquire(cells, cell);
        if (handle == vacant(head)) {
            return 0;
        }
        LONGS.setRelease(cells, cell, vacant(head + cells.length));
        LONGS.setRelease(positions, HEAD, head + 1);
        return handle;
    }

    private long vacant(long position) {
        return position >>> capacityShift << 33; // the number of the lap
    }

    /** Any thread. */
    boolean offer(long handle, String allocator) {
        if (!Handles.isPossible(handle)) {
            throw new IllegalArgumentException("not a handle: handle=" + handle);
        }
        if (closed) {
            throw new IllegalStateException(allocator + " is closed: create a new one");
        }
        return offer(handle);
    }

    /**
     * Frees the queued blocks; at most one capacity, so that busy producers cannot hold up the owner. Returns the
     * number of freed blocks.
     */
    int drainTo(HandledBlocks blocks) {
        int freed = 0;
        for (int i = capacity(); i > 0; i--) {
            long handle = poll();
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
