package basalt.runtime;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.match.MatchSnapshot;
import basalt.match.OtherRows;

/**
 * Runs a loop over a range of a snapshot.
 *
 * <p>The JIT inlines calls at most 15 deep ({@code MaxInlineLevel}). If it inlined a kernel's loop into all of its
 * callers, the last calls of a body that checks a handle would be real ones, which makes the body up to ten times
 * slower. So the loop is called by a method that has called itself twice, which the JIT does not inline ({@code
 * MaxRecursiveInlineLevel} is 1): the count of 15 starts again there.
 */
final class EntryRun {
    private static final int CALLS = 2;

    private EntryRun() {}

    static void run(
            KernelDriver driver,
            RowContext context,
            MatchSnapshot matches,
            int firstEntry,
            int firstWord,
            int lastEntry,
            int endWord) {
        run(CALLS, driver, context, matches, firstEntry, firstWord, lastEntry, endWord);
    }

    private static void run(
            int calls,
            KernelDriver driver,
            RowContext context,
            MatchSnapshot matches,
            int firstEntry,
            int firstWord,
            int lastEntry,
            int endWord) {
        if (calls > 0) {
            run(calls - 1, driver, context, matches, firstEntry, firstWord, lastEntry, endWord);
            return;
        }
        int word = firstWord;
        for (int i = firstEntry; i < lastEntry; i++) {
            run(driver, context, matches, matches.entry(i), word, WORDS);
            word = 0;
        }
        if (endWord > word) {
            run(driver, context, matches, matches.entry(lastEntry), word, endWord);
        }
    }

    /** Runs over words of an entry. For a pure kernel, the values of rows that do not match are saved and restored. */
    private static void run(
            KernelDriver driver, RowContext context, MatchSnapshot matches, long entry, int from, int to) {
        OtherRows others = matches.others();
        int firstOther = others == null ? 0 : others.place(entry, from);
        int endOfOthers = others == null ? 0 : others.place(entry, to);
        if (firstOther == endOfOthers) {
            driver.run(context, matches, entry, from, to);
            return;
        }
        others.save(entry, firstOther, endOfOthers);
        try {
            driver.run(context, matches, entry, from, to);
        } finally {
            others.restore(entry, firstOther, endOfOthers);
        }
    }
}
