package basalt.storage;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import org.agrona.UnsafeApi;

/**
 * A bitset over the rows of one block, with two summaries over its words.
 *
 * <pre>
 *   any  [4 longs]    bit w of the bitset's 256 words: the word may have a set bit
 *   full [4 longs]    bit w: the word is all ones
 *   words[256 longs]  bit r: row r is in the set; undefined memory while the word's "any" bit is clear
 * </pre>
 *
 * <p>This class keeps both summaries exact, for free rows and disabled components. {@code Presence} keeps those of
 * present rows, where an "any" bit may stay set for a moment after its word became empty, and words are always defined.
 *
 * <p>A word without its "any" bit is undefined, so the words of a new block need not be zeroed, and memory pages that
 * no component uses are never touched. With "any" a reader skips 64 rows for each bit; with "full" it takes 64 rows
 * without reading the word. Each 64-byte summary is one cache line.
 *
 * <p>SAFETY: {@code summary} and {@code words} are a block's base plus layout constants, {@code row < ROWS}, {@code
 * word < WORDS}; so every address below lies in the 64 bytes of the summary or the 2048 bytes of the words.
 */
public final class RowBits {
    static final int FULL = SUMMARY_WORDS * Long.BYTES;

    private RowBits() {}

    public static void clearSummary(long summary) {
        UnsafeApi.setMemory(summary, 2L * FULL, (byte) 0);
    }

    static void fill(long summary, long words) {
        UnsafeApi.setMemory(summary, 2L * FULL, (byte) -1);
        UnsafeApi.setMemory(words, ROWS / Byte.SIZE, (byte) -1);
    }

    public static boolean isEmpty(long summary) {
        return (any(summary, 0) | any(summary, 1) | any(summary, 2) | any(summary, 3)) == 0;
    }

    public static long any(long summary, int group) {
        return UnsafeApi.getLong(null, summary + ((long) group << 3));
    }

    public static long full(long summary, int group) {
        return UnsafeApi.getLong(null, summary + FULL + ((long) group << 3));
    }

    /** Writes both summaries of 64 words. */
    public static void putSummary(long summary, int group, long any, long full) {
        UnsafeApi.putLong(null, summary + ((long) group << 3), any);
        UnsafeApi.putLong(null, summary + FULL + ((long) group << 3), full);
    }

    /** Reads a word whose "any" bit is known to be set. */
    public static long get(long words, int word) {
        return UnsafeApi.getLong(null, words + ((long) word << 3));
    }

    /** Writes a word, without the summaries. */
    public static void put(long words, int word, long rows) {
        UnsafeApi.putLong(null, words + ((long) word << 3), rows);
    }

    public static boolean get(long summary, long words, int row) {
        return (word(summary, words, row >>> 6) >>> row & 1) != 0;
    }

    public static long word(long summary, long words, int word) {
        return (any(summary, word >>> 6) >>> word & 1) != 0 ? UnsafeApi.getLong(null, words + ((long) word << 3)) : 0;
    }

    /** Sets the bits of {@code mask}, at least one; returns the old word. */
    static long setAll(long summary, long words, int word, long mask) {
        long anyAddress = summary + ((long) (word >>> 6) << 3);
        if ((UnsafeApi.getLong(null, anyAddress) >>> word & 1) == 0) {
            return setFirst(anyAddress, words, word, mask);
        }
        long wordAddress = words + ((long) word << 3);
        long old = UnsafeApi.getLong(null, wordAddress);
        long now = old | mask;
        UnsafeApi.putLong(null, wordAddress, now);
        if (now == -1L) {
            setSummaryBit(anyAddress + FULL, word);
        }
        return old;
    }

    private static long setFirst(long anyAddress, long words, int word, long mask) {
        UnsafeApi.putLong(null, words + ((long) word << 3), mask);
        setSummaryBit(anyAddress, word);
        if (mask == -1L) {
            setSummaryBit(anyAddress + FULL, word);
        }
        return 0;
    }

    static boolean isAny(long summary, int word) {
        return (any(summary, word >>> 6) >>> word & 1) != 0;
    }

    static void setAny(long summary, int word) {
        setSummaryBit(summary + ((long) (word >>> 6) << 3), word);
    }

    static void clearAny(long summary, int word) {
        clearSummaryBit(summary + ((long) (word >>> 6) << 3), word);
    }

    static void setFull(long summary, int word) {
        setSummaryBit(summary + FULL + ((long) (word >>> 6) << 3), word);
    }

    static void clearFull(long summary, int word) {
        clearSummaryBit(summary + FULL + ((long) (word >>> 6) << 3), word);
    }

    static long clearAll(long summary, long words, int word, long mask) {
        long anyAddress = summary + ((long) (word >>> 6) << 3);
        if ((UnsafeApi.getLong(null, anyAddress) >>> word & 1) == 0) {
            return 0;
        }
        long wordAddress = words + ((long) word << 3);
        long old = UnsafeApi.getLong(null, wordAddress);
        long now = old & ~mask;
        UnsafeApi.putLong(null, wordAddress, now);
        if (old == -1L || now == 0) {
            summariseCleared(anyAddress, word, now);
        }
        return old;
    }

    private static void summariseCleared(long anyAddress, int word, long now) {
        if (now != -1L) {
            clearSummaryBit(anyAddress + FULL, word);
        }
        if (now == 0) {
            clearSummaryBit(anyAddress, word);
        }
    }

    private static void setSummaryBit(long address, int word) {
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) | 1L << word);
    }

    private static void clearSummaryBit(long address, int word) {
        UnsafeApi.putLong(null, address, UnsafeApi.getLong(null, address) & ~(1L << word));
    }

    /** The first word with a set bit at or after a word. */
    public static int nextAny(long summary, int word) {
        if (word >= WORDS) {
            return WORDS;
        }
        long rest = any(summary, word >>> 6) >>> word;
        return rest != 0 ? word + Long.numberOfTrailingZeros(rest) : nextAnyInLaterGroup(summary, word >>> 6);
    }

    /** Unrolled, because setting up a loop of at most three iterations costs more than its body. */
    private static int nextAnyInLaterGroup(long summary, int group) {
        if (group < 1 && any(summary, 1) != 0) {
            return 64 + Long.numberOfTrailingZeros(any(summary, 1));
        }
        if (group < 2 && any(summary, 2) != 0) {
            return 128 + Long.numberOfTrailingZeros(any(summary, 2));
        }
        if (group < 3 && any(summary, 3) != 0) {
            return 192 + Long.numberOfTrailingZeros(any(summary, 3));
        }
        return WORDS;
    }

    /** The first word that is not full at or after a word. */
    public static int endOfFull(long summary, int word) {
        if (word >= WORDS) {
            return WORDS;
        }
        long rest = ~full(summary, word >>> 6) >>> word;
        return rest != 0 ? word + Long.numberOfTrailingZeros(rest) : endOfFullInLaterGroup(summary, word >>> 6);
    }

    private static int endOfFullInLaterGroup(long summary, int group) {
        for (int later = group + 1; later < SUMMARY_WORDS; later++) {
            long holes = ~full(summary, later);
            if (holes != 0) {
                return (later << 6) + Long.numberOfTrailingZeros(holes);
            }
        }
        return WORDS;
    }
}
