package basalt.memory.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The magazines of a {@link SharedPool} that no cache has: a stack without locks and without garbage.
 *
 * <pre>
 *   magazine (int) = blocks:7 | first slot:25       0: none
 *
 *   head (long)    = changes:32 | magazine:32
 *                                    |
 *                                    +--> below[first slot] --> below[first slot] --> 0
 * </pre>
 *
 * <p>A magazine is a chain of free slots, linked in {@link SharedHandles}; here it is one int, and nothing of it is
 * looked at. So none has to be made, and there are no empty ones to keep.
 *
 * <p><b>Why not a queue of the JDK or Agrona.</b> The JDK's make a node for each element. Agrona's array queue for many
 * producers claims a place first and fills it after: while a thread stands between the two, none gets what others have
 * added behind it, and a pool would call itself exhausted that is not. Here one CAS does all, so what a thread has
 * pushed when its call returns can be popped.
 *
 * <p><b>Why no CAS succeeds late.</b> Each change counts up the upper half of the head. (A thread would have to sleep
 * for exactly 2^32 changes.) The link that a pop reads may be that of another time; then the head has changed.
 */
final class MagazineDepot {
    static final int MAX_MAGAZINE_BLOCKS = 64;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int FIRST_BITS = 25;
    private static final long ONE_CHANGE = 1L << 32;

    private static final int LINE = 16; // longs in 128 bytes: a cache line and the one that is fetched with it
    private static final int HEAD = LINE;
    private static final int OUTSIDE = 2 * LINE;
    private static final int PEAK = 3 * LINE;

    private final long[] state = new long[4 * LINE]; // each on a line of its own
    private final int[] below;

    /** For slots from 0 to {@code slots - 1}. */
    MagazineDepot(int slots) {
        below = new int[slots];
    }

    /** The magazine of so many slots, of which that is the first; 1 to {@link #MAX_MAGAZINE_BLOCKS}. */
    static int magazine(int first, int blocks) {
        return blocks << FIRST_BITS | first;
    }

    static int first(int magazine) {
        return magazine & (1 << FIRST_BITS) - 1;
    }

    static int blocks(int magazine) {
        return magazine >>> FIRST_BITS;
    }

    /** Adds a magazine that came from here. All its slots are free. Any thread. */
    void push(int magazine) {
        pushNew(magazine);
        LONGS.getAndAdd(state, OUTSIDE, -(long) blocks(magazine)); // after: see pop
    }

    /** Adds a magazine that was never here. Any thread. */
    void pushNew(int magazine) {
        long head;
        do {
            head = head();
            below[first(magazine)] = (int) head;
        } while (!LONGS.compareAndSet(state, HEAD, head, changed(head, magazine)));
    }

    /**
     * Takes the magazine that was added last; 0 if there is none. Any thread.
     *
     * <p>Its blocks are counted before they are taken. So of all that have blocks at some moment, the one that counted
     * last has counted all the others, and the peak is never too low.
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

    /** How many blocks are in magazines that were taken and not brought back; a little more while threads do so. */
    long blocksOutside() {
        return (long) LONGS.getVolatile(state, OUTSIDE);
    }

    /** The most that {@link #blocksOutside()} has been when a magazine was taken. */
    long peakBlocksOutside() {
        return (long) LONGS.getVolatile(state, PEAK);
    }

    /** The magazine that is taken next, and how many changes there were. */
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
