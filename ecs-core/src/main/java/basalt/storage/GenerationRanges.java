package basalt.storage;

/**
 * Strict mode: where the generations of a world start, so that a handle of one world is dead in the others that its
 * thread has open.
 *
 * <p>A world takes the lowest number that the fewest open worlds of its thread have, and starts at that many times
 * 2^24. So the only world of a thread has the handles that it has outside of strict mode, whatever other threads do,
 * and the second one others. Numbers are told apart until 2^23 entities have lived in a row. There are 256; where a
 * thread has more worlds open, some share one.
 *
 * <p>Worlds belong to a thread; so do their numbers, which are taken and given back there.
 */
final class GenerationRanges {
    private static final int NUMBERS = 256;
    private static final int SHIFT = 24;

    /** How many open worlds of the thread have each number. */
    private static final ThreadLocal<int[]> OPEN = ThreadLocal.withInitial(() -> new int[NUMBERS]);

    private GenerationRanges() {}

    /** Takes a number for a world; returns the even generation that its rows start with. {@link #release} ends it. */
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

    /** A world that has started there is closed. */
    static void release(int firstGeneration) {
        OPEN.get()[firstGeneration >>> SHIFT]--;
    }

    /**
     * How many open worlds of the calling thread have each number, now and later: for a world to ask on other threads,
     * too.
     */
    static int[] open() {
        return OPEN.get();
    }

    /**
     * Whether a generation looks like that of a living entity of an open world which does not start where this one
     * does.
     */
    static boolean isOfAnother(int[] open, int generation, int firstGeneration) {
        int number = generation >>> SHIFT;
        return (generation & 1) != 0 && number != firstGeneration >>> SHIFT && open[number] > 0;
    }
}
