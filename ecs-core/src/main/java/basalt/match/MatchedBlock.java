package basalt.match;

import static basalt.component.layout.BlockLayout.ROWS;
import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;
import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.ColumnMemory;
import basalt.storage.RowBits;

/**
 * An entry of matching rows: the matching rows of one block.
 *
 * <pre>
 *   entry  +0    base of the block (long)
 *          +8    list, values (addresses)           of OtherRows; defined in the matches of a pure kernel
 *          +24   length of the list, used (ints)    likewise
 *          +32   whole [4 longs]                    the words that row drivers run over as a whole: the full ones,
 *                                                   and, for a pure kernel, others with a match
 *          +64   any  [4 longs], full [4 longs]     as in RowBits
 *          +128  words[256 longs]                   defined where "any" is set and "full" is not
 * </pre>
 *
 * <p>SAFETY: an entry is an address with room for BYTES; words are below WORDS.
 */
public final class MatchedBlock {
    private static final int OTHERS = 8;
    private static final int OTHERS_COUNT = 24;
    private static final int WHOLE = 32;
    private static final int SUMMARY = 64;
    private static final int WORDS_OFFSET = 128;

    /** Size of an entry. */
    public static final int BYTES = WORDS_OFFSET + WORDS * Long.BYTES;

    static final int ALIGNMENT = 64;

    private MatchedBlock() {}

    /** Writes the matching rows of a block; false if no row matches, and the entry can be used for another block. */
    static boolean fill(long entry, long base, Filter filter, ValueCondition.ColumnScan scan) {
        ColumnMemory.putLong(entry, 0, 0, base);
        boolean found = filter.match(base, summary(entry), words(entry), scan);
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            putWhole(entry, group, RowBits.full(summary(entry), group));
        }
        return found;
    }

    /** Writes an entry without matching rows. */
    static void clear(long entry, long base) {
        ColumnMemory.putLong(entry, 0, 0, base);
        RowBits.clearSummary(summary(entry));
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            putWhole(entry, group, 0);
        }
    }

    /** Sets the address of the block, which has moved. */
    static void putBase(long entry, long base) {
        ColumnMemory.putLong(entry, 0, 0, base);
    }

    /** The words of a group that row drivers run over as a whole. */
    private static long whole(long entry, int group) {
        return ColumnMemory.getLong(entry, group, WHOLE);
    }

    /** Sets the words of a group that row drivers run over as a whole. */
    static void putWhole(long entry, int group, long words) {
        ColumnMemory.putLong(entry, group, WHOLE, words);
    }

    /** Records the list of {@link OtherRows}, and the components whose values are saved, one bit each. */
    static void putOthers(long entry, long list, int count, int used) {
        ColumnMemory.putLong(entry, 0, OTHERS, list);
        ColumnMemory.putInt(entry, 0, OTHERS_COUNT, count);
        ColumnMemory.putInt(entry, 1, OTHERS_COUNT, used);
    }

    static void putOthersValues(long entry, long address) {
        ColumnMemory.putLong(entry, 1, OTHERS, address);
    }

    static long othersList(long entry) {
        return ColumnMemory.getLong(entry, 0, OTHERS);
    }

    static long othersValues(long entry) {
        return ColumnMemory.getLong(entry, 1, OTHERS);
    }

    /** The length of the list of {@link OtherRows}. */
    static int othersCount(long entry) {
        return ColumnMemory.getInt(entry, 0, OTHERS_COUNT);
    }

    static int othersUsed(long entry) {
        return ColumnMemory.getInt(entry, 1, OTHERS_COUNT);
    }

    /** The address of the summary. */
    static long summary(long entry) {
        return entry + SUMMARY;
    }

    /** The address of the words. */
    static long words(long entry) {
        return entry + WORDS_OFFSET;
    }

    /** The block of an entry. */
    public static long base(long entry) {
        return ColumnMemory.getLong(entry, 0, 0);
    }

    /** The first word with a match at or after a word. */
    public static int nextWord(long entry, int word) {
        return RowBits.nextAny(summary(entry), word);
    }

    /** The first word at or after a word in which not all rows match. */
    public static int endOfFull(long entry, int word) {
        return RowBits.endOfFull(summary(entry), word);
    }

    /** The first word at or after a word that row drivers do not run over as a whole. */
    public static int endOfWhole(long entry, int word) {
        return RowBits.endOfFull(entry, word); // "whole" lies behind the entry's start as "full" behind a summary's
    }

    /**
     * The end of the span that a row driver runs over and that starts with a word: whole words, and the matching rows
     * at the start of the next one.
     */
    public static int endOfSpan(long entry, int word) {
        int end = endOfWhole(entry, word);
        if (end == word || end == WORDS) {
            return end << 6;
        }
        return (end << 6) + Long.numberOfTrailingZeros(~word(entry, end));
    }

    /** The matching rows of one word. */
    public static long word(long entry, int word) {
        if ((RowBits.full(summary(entry), word >>> 6) >>> word & 1) != 0) {
            return -1L;
        }
        return RowBits.word(summary(entry), words(entry), word);
    }

    /** The first matching row at or after a row. */
    public static int nextMatch(long entry, int row) {
        if (row >= ROWS) {
            return ROWS;
        }
        long rest = word(entry, row >>> 6) & -1L << row;
        if (rest != 0) {
            return (row & -64) + Long.numberOfTrailingZeros(rest);
        }
        int word = nextWord(entry, (row >>> 6) + 1);
        while (word < WORDS) {
            long rows = word(entry, word);
            if (rows != 0) {
                return (word << 6) + Long.numberOfTrailingZeros(rows);
            }
            word = nextWord(entry, word + 1);
        }
        return ROWS;
    }

    public static int endOfRun(long entry, int row) {
        int word = row >>> 6;
        long holes = ~word(entry, word) & -1L << row;
        while (holes == 0) {
            word = endOfFull(entry, word + 1);
            if (word == WORDS) {
                return ROWS;
            }
            holes = ~word(entry, word);
        }
        return (word << 6) + Long.numberOfTrailingZeros(holes);
    }

    static int countRows(long entry) {
        int rows = 0;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            long full = RowBits.full(summary(entry), group);
            rows += Long.bitCount(full) << 6;
            for (long rest = RowBits.any(summary(entry), group) & ~full; rest != 0; rest &= rest - 1) {
                rows += Long.bitCount(RowBits.get(words(entry), (group << 6) + Long.numberOfTrailingZeros(rest)));
            }
        }
        return rows;
    }

    /** Sets the matching rows of one word. */
    static void put(long entry, int word, long rows) {
        int group = word >>> 6;
        long any = RowBits.any(summary(entry), group) & ~(1L << word);
        long full = RowBits.full(summary(entry), group) & ~(1L << word);
        RowBits.put(words(entry), word, rows);
        RowBits.putSummary(
                summary(entry), group, rows != 0 ? any | 1L << word : any, rows == -1L ? full | 1L << word : full);
        long whole = whole(entry, group);
        putWhole(entry, group, rows == -1L ? whole | 1L << word : whole & ~(1L << word));
    }
}
