package basalt.snapshot;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks;

/**
 * How the rows that match a filter lie in memory. Counted word by word, without a snapshot: no memory is needed, and no
 * change is cleared.
 *
 * @param rows the matching rows
 * @param words the words of 64 rows with a matching row
 * @param fullWords the words in which all rows match
 * @param spans the runs of matching rows that are neighbours; a run ends with its block
 */
public record MatchCounts(int rows, int words, int fullWords, int spans) {
    private static final MatchCounts NONE = new MatchCounts(0, 0, 0, 0);

    /**
     * Counts the rows that match now.
     *
     * @param filter the filter of the rows
     * @param blocks the world's blocks
     * @return the counts
     */
    public static MatchCounts of(Filter filter, Blocks blocks) {
        MatchCounts counts = NONE;
        int candidateWords = filter.candidateWords(blocks);
        for (int i = 0; i < candidateWords; i++) {
            for (long rest = filter.candidates(blocks, i); rest != 0; rest &= rest - 1) {
                int block = (i << 6) + Long.numberOfTrailingZeros(rest);
                counts = counts.plus(filter, blocks.base(block), block);
            }
        }
        return counts;
    }

    private MatchCounts plus(Filter filter, long base, int block) {
        int newRows = rows;
        int newWords = words;
        int newFullWords = fullWords;
        int newSpans = spans;
        long before = 0;
        for (int word = 0; word < WORDS; word++) {
            long matching = matching(filter, base, block, word);
            if (matching != 0) {
                newRows += Long.bitCount(matching);
                newWords++;
                newFullWords += matching == -1L ? 1 : 0;
                newSpans += Long.bitCount(matching & ~(matching << 1 | before >>> 63));
            }
            before = matching;
        }
        return new MatchCounts(newRows, newWords, newFullWords, newSpans);
    }

    /** SAFETY: the block may have matching rows, so it has all required components; the word is below WORDS. */
    private static long matching(Filter filter, long base, int block, int word) {
        long matching = filter.word(base, word);
        if (matching != 0 && filter.changeFilter() != null) {
            matching &= filter.changeFilter().rows(base, block, word);
        }
        return filter.values() == null ? matching : filter.values().rows(base, word, matching);
    }
}
