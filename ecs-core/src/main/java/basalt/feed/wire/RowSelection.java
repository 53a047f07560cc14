package basalt.feed.wire;

import java.util.Arrays;

/**
 * Which rows are sent if there is no room for all: those with the highest scores. Scores are put into classes of about
 * an eighth of a power of two; all rows of the higher classes are taken, and as many of the last one as fit.
 */
final class RowSelection {
    private static final int SHIFT = 20;

    /** The bits that the rows of each class take. */
    private final long[] bits = new long[1 << Integer.SIZE - 1 - SHIFT];

    private int lowest;
    private long rest;

    void clear() {
        Arrays.fill(bits, 0);
    }

    /** A row that could be sent, with the bits that it takes. */
    void offer(float score, int rowBits) {
        bits[level(score)] += rowBits;
    }

    /** Finds out how many rows fit. */
    void choose(long room) {
        rest = room;
        lowest = bits.length - 1;
        while (lowest > 0 && bits[lowest] <= rest) {
            rest -= bits[lowest--];
        }
    }

    /** Whether a row is sent. Each that was offered is asked for once. */
    boolean take(float score, int rowBits) {
        int level = level(score);
        if (level == lowest && rest >= rowBits) {
            rest -= rowBits;
            return true;
        }
        return level > lowest;
    }

    private static int level(float score) {
        return score > 0 ? Float.floatToIntBits(score) >>> SHIFT : 0; // also 0 for NaN
    }
}
