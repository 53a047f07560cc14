package basalt.match;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.storage.Blocks;

/**
 * How the rows that match a filter lie in memory. Counted word by word, without a snapshot: no memory is needed, and no
 * change is cleared. Reusable. For one thread at a time.
 */
public final class MatchCounts {
    private final MatchScan scan = new MatchScan();
    private int rows;
    private int words;
    private int fullWords;
    private int spans;

    /** Counts of nothing. */
    public MatchCounts() {}

    /** Counts the rows that match now. The counts of earlier calls are forgotten. */
    public MatchCounts count(Filter filter, Blocks blocks) {
        rows = 0;
        words = 0;
        fullWords = 0;
        spans = 0;
        scan.begin(filter, blocks);
        while (scan.next()) {
            add();
        }
        return this;
    }

    private void add() {
        long before = 0;
        for (int word = 0; word < WORDS; word++) {
            long matching = scan.rows(word);
            if (matching != 0) {
                rows += Long.bitCount(matching);
                words++;
                fullWords += matching == -1L ? 1 : 0;
                spans += Long.bitCount(matching & ~(matching << 1 | before >>> 63));
            }
            before = matching;
        }
    }

    public int rows() {
        return rows;
    }

    /** The words of 64 rows with a matching row. */
    public int words() {
        return words;
    }

    public int fullWords() {
        return fullWords;
    }

    /** The runs of matching rows that are neighbours. A run ends with its block. */
    public int spans() {
        return spans;
    }
}
