package basalt.storage.file;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Pools;
import java.util.Arrays;

/**
 * A set of rows of a block, one bit a row, and its code:
 *
 * <pre>
 *   form   byte: 0 none, 1 all rows of a larger set that is known, 2 runs, 3 words
 *   runs   short count, at least 1; for each run: short first row, short rows - 1; ascending, with a row between them
 *   words  256 longs
 * </pre>
 *
 * <p>The shortest form is used.
 */
final class RowWordsCode {
    static final int NONE = 0;
    static final int ALL = 1;
    private static final int RUNS = 2;
    private static final int BITS = 3;
    private static final int BITS_BYTES = WORDS * Long.BYTES;
    private static final int RUN_BYTES = 4;

    /** The most bytes of a code. */
    static final int MOST_BYTES = Byte.BYTES + BITS_BYTES;

    private RowWordsCode() {}

    /** Reads the rows of a block that have a component. */
    static void readPresent(long base, int id, long[] words) {
        for (int word = 0; word < WORDS; word++) {
            words[word] = Pools.presentWord(base, word, id);
        }
    }

    static boolean isEmpty(long[] words) {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    static int count(long[] words) {
        int count = 0;
        for (long word : words) {
            count += Long.bitCount(word);
        }
        return count;
    }

    /** The number of runs of set bits. */
    private static int runs(long[] words) {
        int runs = 0;
        long last = 0;
        for (long word : words) {
            runs += Long.bitCount(word & ~(word << 1 | last));
            last = word >>> 63;
        }
        return runs;
    }

    /** Writes a set; there is room for MOST_BYTES. */
    static void encode(ChunkBuffer to, long[] words, long[] all) {
        if (isEmpty(words)) {
            to.putByte(NONE);
        } else if (Arrays.equals(words, all)) {
            to.putByte(ALL);
        } else if (Short.BYTES + runs(words) * RUN_BYTES < BITS_BYTES) {
            encodeRuns(to, words);
        } else {
            to.putByte(BITS);
            for (long word : words) {
                to.putLong(word);
            }
        }
    }

    private static void encodeRuns(ChunkBuffer to, long[] words) {
        to.putByte(RUNS);
        to.putShort(runs(words));
        for (int from = next(words, 0, 0); from < ROWS; ) {
            int end = next(words, from, -1L);
            to.putShort(from);
            to.putShort(end - from - 1);
            from = next(words, end, 0);
        }
    }

    /** The first row from one on whose bit is not that of a mask of equal bits; ROWS if there is none. */
    static int next(long[] words, int row, long equal) {
        int word = row >>> 6;
        if (word >= WORDS) {
            return ROWS;
        }
        long rest = (words[word] ^ equal) & -1L << row;
        while (rest == 0 && ++word < WORDS) {
            rest = words[word] ^ equal;
        }
        return word == WORDS ? ROWS : (word << 6) + Long.numberOfTrailingZeros(rest);
    }

    /** Reads a set, which must be part of a larger one. */
    static void decode(ChunkCursor from, long[] words, long[] all, String what) {
        Arrays.fill(words, 0);
        switch (from.getByte()) {
            case NONE -> {}
            case ALL -> System.arraycopy(all, 0, words, 0, WORDS);
            case RUNS -> decodeRuns(from, words, what);
            case BITS -> {
                for (int word = 0; word < WORDS; word++) {
                    words[word] = from.getLong();
                }
            }
            default -> throw from.damage("the form of " + what + " is unknown");
        }
        long others = 0;
        for (int word = 0; word < WORDS; word++) {
            others |= words[word] & ~all[word];
        }
        if (others != 0) { // makes the text only then
            throw from.damage(what + " contain a row that cannot be one of them");
        }
    }

    private static void decodeRuns(ChunkCursor from, long[] words, String what) {
        int runs = from.getShort();
        if (runs == 0) {
            throw from.damage("there are no runs of " + what);
        }
        int last = -2;
        for (; runs > 0; runs--) {
            int first = from.getShort();
            int end = first + from.getShort() + 1;
            if (first <= last + 1 || end > ROWS) {
                throw from.damage("the runs of " + what + " are not ascending");
            }
            set(words, first, end);
            last = end - 1;
        }
    }

    /** Sets the bits of the rows of a range. */
    static void set(long[] words, int from, int end) {
        for (int row = from; row < end; ) {
            int next = Math.min(end, (row | 63) + 1);
            words[row >>> 6] |= -1L << row & -1L >>> -next;
            row = next;
        }
    }
}
