package basalt.memory.allocator;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The magazines of a {@link SharedPool} that are in no cache: a lock-free stack without garbage.
 *
 * <pre>
 *   magazine (int) = blocks:7 | first slot:25       0: none
 *
 *   head (long)    = changes:32 | magazine:32
 *                                    |
 *                                    +--> below[first slot] --> below[first slot] --> 0
 * </pre>
 *
 * <p>A magazine is a list of free slots, linked in {@link SharedHandles}; the depot stores it as one int. So magazines
 * are not objects, and empty ones need not be kept.
 *
 * <p><b>Why not a queue of the JDK or Agrona.</b> The JDK's queues allocate a node for each element. Agrona's
 * many-producer array queue first claims a position and then fills it: while a thread is between the two, elements
 * behind it cannot be taken, and the pool would report that it is exhausted although it is not. Here one CAS does both,
 * so an element can be popped once its push has returned.
 *
 * <p><b>Why no CAS succeeds late.</b> Each change increments the upper half of the head, which repeats only after 2^32
 * changes. The link that a pop reads may be stale; then the head has changed and the CAS fails.
 */
final class MagazineDepot {
    static final int MAX_MAGAZINE_BLOCKS = 64;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int FIRST_BITS = 25;
    private static final long ONE_CHANGE = 1L << 32;

    private static final int LINE = 16; // longs in 128 bytes: a cache line and the adjacent line that is prefetched
    private static final int HEAD = LINE;
    private static final int OUTSIDE = 2 * LINE;
    private static final int PEAK = 3 * LINE;

    private final long[] state = new long[4 * LINE]; // each on its own line
    private final int[] below;

    /** Creates a depot for slots from 0 to {@code slots - 1}. */
    MagazineDepot(int slots) {
        below = new int[slots];
    }

    /** A magazine of 1 to {@link #MAX_MAGAZINE_BLOCKS} slots, given its first slot. */
    static int magazine(int first, int blocks) {
        return blocks << FIRST_BITS | first;
    }

    static int first(int magazine) {
        return magazine & (1 << FIRST_BITS) - 1;
    }

    static int blocks(int magazine) {
        return magazine >>> FIRST_BITS;
    }

    /** Adds a magazine of free slots that were taken from this depot. Any thread. */
    void push(int magazine) {
        pushNew(magazine);
        LONGS.getAndAdd(state, OUTSIDE, -(long) blocks(magazine)); // after: see pop
    }

    /** Adds a magazine of new slots. Any thread. */
    void pushNew(int magazine) {
        long head;
        do {
            head = head();
            below[first(magazine)] = (int) head;
        } while (!LONGS.compareAndSet(state, HEAD, head, changed(head, magazine)));
    }

    /**
     * Takes the newest magazine; 0 if there is none. Any thread.
     *
     * <p>Its blocks are counted before they are taken. So of all threads that hold blocks at some moment, the last one
     * to count has included all the others, and the peak is never too low.
     */
    int pop() {
        int counted = 0;
        long outside = 0;
        while (true) {
            long head = head();
            int magazine = (int) head;
            int blocks = blocks(magazine);
            if (blocks != counted) {
                long difference = blocks - counted;
                outside = (long) LONGS.getAndAdd(state, OUTSIDE, difference) + difference;
                counted = blocks;
            }
            if (magazine == 0) {
                return 0;
            }
            if (LONGS.compareAndSet(state, HEAD, head, changed(head, below[first(magazine)]))) {
                raisePeak(outside);
                return magazine;
            }
        }
    }

    /**
     * The number of blocks in magazines that were taken and not pushed back; slightly too high while a thread takes or
     * pushes.
     */
    long blocksOutside() {
        return (long) LONGS.getVolatile(state, OUTSIDE);
    }

    /** The highest {@link #blocksOutside()} at any pop. */
    long peakBlocksOutside() {
        return (long) LONGS.getVolatile(state, PEAK);
    }

    /** The next magazine to be taken, and the number of changes. */
    long head() {
        return (long) LONGS.getVolatile(state, HEAD);
    }

    private static long changed(long head, int magazine) {
        return (head & -ONE_CHANGE) + ONE_CHANGE | Integer.toUnsignedLong(magazine);
    }

    private void raisePeak(long outside) {
        long peak = peakBlocksOutside();
        while (outside > peak && !LONGS.compareAndSet(state, PEAK, peak, outside)) {
            peak = peakBlocksOutside();
        }
    }
}
