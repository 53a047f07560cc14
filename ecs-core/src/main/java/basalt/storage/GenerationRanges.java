package basalt.storage;

/**
 * Strict mode: the first generation of each world, so that a handle of one world is dead in the other open worlds of
 * its thread.
 *
 * <p>A world takes the lowest of the numbers that the fewest open worlds of its thread use, and starts at this number
 * times 2^24. So a thread's only world has the same handles as outside of strict mode, and a second world has different
 * handles. The ranges are distinct until a row has had 2^23 entities. There are 256 numbers; if a thread has more open
 * worlds, some share a number.
 *
 * <p>A world belongs to a thread, and its number is acquired and released on that thread.
 */
final class GenerationRanges {
    private static final int NUMBERS = 256;
    private static final int SHIFT = 24;

    /** The number of open worlds of the thread, for each number. */
    private static final ThreadLocal<int[]> OPEN = ThreadLocal.withInitial(() -> new int[NUMBERS]);

    private GenerationRanges() {}

    /** Takes a number for a world, and returns the even generation that its rows start with. */
    static int acquire() {
        int[] open = OPEN.get();
        int fewest = 0;
        for (int number = 1; number < NUMBERS && open[fewest] > 0; number++) {
            if (open[number] < open[fewest]) {
                fewest = number;
            }
        }
        open[fewest]++;
        return fewest << SHIFT;
    }

    /** Takes the number that a world had which was saved, and is loaded now. */
    static void acquire(int firstGeneration) {
        OPEN.get()[firstGeneration >>> SHIFT]++;
    }

    /** Releases the number of a closed world. */
    static void release(int firstGeneration) {
        OPEN.get()[firstGeneration >>> SHIFT]--;
    }

    /** The counts of the calling thread: a live view, which other threads may read too. */
    static int[] open() {
        return OPEN.get();
    }

    /** Whether a generation is in the range of another open world, and is that of an alive entity. */
    static boolean isOfAnother(int[] open, int generation, int firstGeneration) {
        int number = generation >>> SHIFT;
        return (generation & 1) != 0 && number != firstGeneration >>> SHIFT && open[number] > 0;
    }
}
