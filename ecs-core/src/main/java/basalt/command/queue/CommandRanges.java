package basalt.command.queue;

import java.util.Arrays;

/** Ranges of commands in the order of playback: for each its queue, first and last position, and author. */
final class CommandRanges {
    private static final int LONGS = 4;

    private long[] longs = new long[8 * LONGS];
    private int count;

    /** Adds a range, unless it is empty. The author of a failed system is given as its complement. */
    void add(int queue, long from, long to, int author) {
        if (from == to) {
            return;
        }
        if (LONGS * count == longs.length) {
            longs = Arrays.copyOf(longs, 2 * longs.length);
        }
        int at = LONGS * count++;
        longs[at] = queue;
        longs[at + 1] = from;
        longs[at + 2] = to;
        longs[at + 3] = author;
    }

    int count() {
        return count;
    }

    int queue(int range) {
        return (int) longs[LONGS * range];
    }

    long from(int range) {
        return longs[LONGS * range + 1];
    }

    long to(int range) {
        return longs[LONGS * range + 2];
    }

    boolean isOfFailed(int range) {
        return longs[LONGS * range + 3] < 0;
    }

    /** The first range after one that is of another author; the count if there is none. */
    int endOfAuthor(int range) {
        int end = range + 1;
        while (end < count && longs[LONGS * end + 3] == longs[LONGS * range + 3]) {
            end++;
        }
        return end;
    }

    void clear() {
        count = 0;
    }
}
