package basalt.query;

import java.util.Arrays;

/**
 * The rows that a cascade visits: runs of neighbouring rows with one parent, level by level.
 *
 * <pre>
 *   runs     | first row, parent's row, number of rows | ...     ints; rows are numbers in the world
 *            level 0                level 1 ...                  the runs of a level in ascending order of rows
 * </pre>
 *
 * <p>The arrays only grow.
 */
final class CascadeRuns {
    /** Instead of the parent's row, of rows without a parent. */
    static final int NONE = -1;

    private static final int FIRST = 0;
    private static final int PARENT = 1;
    private static final int LENGTH = 2;
    private static final int INTS = 3;

    private int[] runs = {};
    private int count;

    /** For each level, the number of runs up to its end, and of rows. */
    private int[] ends = {};

    private int[] rows = {};
    private int levels;

    /** Removes all runs. */
    void clear() {
        count = 0;
        levels = 0;
    }

    /** Adds a run at the end, to a level that is the last one or a later one. */
    void add(int level, int first, int parent, int length) {
        if ((count + 1) * INTS > runs.length) {
            runs = Arrays.copyOf(runs, Math.max(64 * INTS, 2 * runs.length));
        }
        begin(level);
        put(count, first, parent, length);
        count++;
        ends[level] = count;
        rows[level] += length;
    }

    /** Makes room for runs that {@link #set} puts into the levels. The levels are empty. */
    void open(int runCount, int levelCount) {
        clear();
        if (runCount * INTS > runs.length) {
            runs = new int[Math.max(runCount * INTS, 2 * runs.length)];
        }
        begin(levelCount - 1);
        count = runCount;
    }

    /** Counts a run of a level, between {@link #open} and {@link #set}. */
    void count(int level) {
        ends[level]++;
    }

    /** Ends the counting: the levels follow each other. */
    void place() {
        int sum = 0;
        for (int level = 0; level < levels; level++) {
            int size = ends[level];
            ends[level] = sum; // the place of the next run of this level, so that it becomes the end
            sum += size;
        }
    }

    /** Puts the next run of a level into its place. */
    int set(int level, int first, int parent, int length) {
        int run = ends[level]++;
        put(run, first, parent, length);
        rows[level] += length;
        return run;
    }

    private void begin(int level) {
        if (level >= ends.length) {
            int length = Math.max(level + 1, 2 * ends.length);
            int[] moreRows = Arrays.copyOf(rows, length);
            ends = Arrays.copyOf(ends, length);
            rows = moreRows; // all or none: the heap may be full
        }
        for (; levels <= level; levels++) {
            ends[levels] = count;
            rows[levels] = 0;
        }
    }

    private void put(int run, int first, int parent, int length) {
        runs[run * INTS + FIRST] = first;
        runs[run * INTS + PARENT] = parent;
        runs[run * INTS + LENGTH] = length;
    }

    /** The number of runs. */
    int count() {
        return count;
    }

    /** The first row of a run: its number in the world. */
    int first(int run) {
        return runs[run * INTS + FIRST];
    }

    /** The row of the parent: its number in the world, or NONE. */
    int parent(int run) {
        return runs[run * INTS + PARENT];
    }

    /** The number of rows, which are in one block. */
    int length(int run) {
        return runs[run * INTS + LENGTH];
    }

    int levels() {
        return levels;
    }

    /** The first run of a level. */
    int start(int level) {
        return level == 0 ? 0 : ends[level - 1];
    }

    /** The run after the last one of a level. */
    int end(int level) {
        return ends[level];
    }

    /** The number of rows of a level. */
    int rows(int level) {
        return rows[level];
    }

    /** The number of rows of all levels. */
    int rows() {
        int sum = 0;
        for (int level = 0; level < levels; level++) {
            sum += rows[level];
        }
        return sum;
    }
}
