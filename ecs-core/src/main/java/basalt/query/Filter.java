package basalt.query;

import static basalt.component.BlockLayout.ALIVE_ID;
import static basalt.component.BlockLayout.SUMMARY_WORDS;
import static basalt.component.BlockLayout.disabled;
import static basalt.component.BlockLayout.disabledSummary;
import static basalt.component.BlockLayout.present;
import static basalt.component.BlockLayout.presentSummary;

import basalt.storage.Blocks;
import basalt.storage.RowBits;
import org.agrona.UnsafeApi;

/**
 * The condition of a query, and its evaluation on presence bits: blocks first, then summaries, then words of 64 rows.
 *
 * <p>A row matches if it has all of {@code all}, at least one of each group of {@code any}, and none of {@code none}, where a
 * disabled component counts as absent. {@code all} is never empty: a query without it asks for "alive".
 *
 * <p>SAFETY: ids are below MAX_COMPONENTS; summaries and words are those of a block or of a snapshot entry.
 */
final class Filter {
    private final int[] all;
    private final int[][] any;
    private final int[] none;

    Filter(int[] all, int[][] any, int[] none) {
        this.all = all.length > 0 ? all : new int[] {ALIVE_ID};
        this.any = any;
        this.none = none;
    }

    /** Whether every matching row has the component. */
    boolean requires(int id) {
        for (int required : all) {
            if (required == id) {
                return true;
            }
        }
        return false;
    }

    /** Words of 64 blocks that can have candidates. */
    int candidateWords(Blocks blocks) {
        int words = Integer.MAX_VALUE;
        for (int id : all) {
            words = Math.min(words, blocks.blocksWith(id).length);
        }
        return words;
    }

    /** Blocks that have some row with each required component: word {@code i} of 64 blocks. */
    long candidates(Blocks blocks, int i) {
        long candidates = -1L;
        for (int id : all) {
            candidates &= blocks.blocksWith(id)[i];
        }
        for (int[] group : any) {
            long some = 0;
            for (int id : group) {
                long[] words = blocks.blocksWith(id);
                some |= i < words.length ? words[i] : 0;
            }
            candidates &= some;
        }
        return candidates;
    }

    int countCandidates(Blocks blocks) {
        int words = candidateWords(blocks);
        int count = 0;
        for (int i = 0; i < words; i++) {
            count += Long.bitCount(candidates(blocks, i));
        }
        return count;
    }

    /**
     * Evaluates a block into the summary and words of a snapshot; false if nothing matches. For a pure kernel, rows without
     * an entity count as matching in each word that has a match: they fill the holes.
     */
    boolean match(long base, long summary, long words, boolean pure) {
        boolean found = false;
        for (int group = 0; group < SUMMARY_WORDS; group++) {
            found |= match(base, summary, words, group, pure);
        }
        return found;
    }

    /** Evaluates 64 words. Those that summaries already show to match in full are not looked at. */
    private boolean match(long base, long summary, long words, int group, boolean pure) {
        long candidates = -1L;
        long full = -1L;
        long special = any.length > 0 ? -1L : 0;
        for (int id : all) {
            candidates &= RowBits.any(base + presentSummary(id), group);
            full &= RowBits.full(base + presentSummary(id), group);
            special |= RowBits.any(base + disabledSummary(id), group);
        }
        for (int id : none) {
            special |= RowBits.any(base + presentSummary(id), group);
        }
        full &= ~special;
        long matching = full;
        for (long rest = candidates & ~full; rest != 0; rest &= rest - 1) {
            int bit = Long.numberOfTrailingZeros(rest);
            int word = (group << 6) + bit;
            long rows = (special >>> bit & 1) != 0 ? word(base, word) : allPresent(base, word);
            if (rows == 0) {
                continue;
            }
            if (pure) {
                rows |= ~RowBits.word(base + presentSummary(ALIVE_ID), base + present(ALIVE_ID), word);
            }
            matching |= 1L << bit;
            if (rows == -1L) {
                full |= 1L << bit;
            } else {
                UnsafeApi.putLong(null, words + ((long) word << 3), rows);
            }
        }
        RowBits.putSummary(summary, group, matching, full);
        return matching != 0;
    }

    /** The rows of a word that have all of {@code all}; the word's "any" bits must all be set. */
    private long allPresent(long base, int word) {
        long rows = -1L;
        for (int id : all) {
            rows &= UnsafeApi.getLong(null, base + present(id) + ((long) word << 3));
        }
        return rows;
    }

    /** The matching rows of one word, from scratch. */
    long word(long base, int word) {
        long rows = -1L;
        for (int id : all) {
            rows &= enabled(base, id, word);
        }
        for (int[] group : any) {
            long some = 0;
            for (int id : group) {
                some |= enabled(base, id, word);
            }
            rows &= some;
        }
        for (int id : none) {
            rows &= ~enabled(base, id, word);
        }
        return rows;
    }

    private static long enabled(long base, int id, int word) {
        return RowBits.word(base + presentSummary(id), base + present(id), word)
                & ~RowBits.word(base + disabledSummary(id), base + disabled(id), word);
    }
}
