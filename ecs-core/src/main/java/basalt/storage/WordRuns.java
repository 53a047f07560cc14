package basalt.storage;

/**
 * Runs of rows that are side by side in an array, and in the same word of 64 rows, so that their bits are read and
 * written at once.
 */
final class WordRuns {
    private final int[] firsts;
    private final long[] rows;
    private int size;

    /** Makes room. */
    WordRuns(int most) {
        firsts = new int[most + 1];
        rows = new long[most];
    }

    /** Finds the runs of an array. The first rows and the others have runs of their own. */
    int find(int[] ofWorld, int part, int count) {
        size = 0;
        add(ofWorld, 0, part);
        int runs = size;
        add(ofWorld, part, count);
        firsts[size] = count;
        return runs;
    }

    private void add(int[] ofWorld, int from, int to) {
        for (int i = from; i < to; ) {
            int word = ofWorld[i] >>> 6;
            long run = 0;
            firsts[size] = i;
            do {
                run |= 1L << ofWorld[i++];
            } while (i < to && ofWorld[i] >>> 6 == word);
            rows[size++] = run;
        }
    }

    int size() {
        return size;
    }

    /** The position of a run's first row in the array; that after the last run is the number of rows. */
    int first(int run) {
        return firsts[run];
    }

    long rows(int run) {
        return rows[run];
    }
}
