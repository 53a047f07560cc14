package basalt.runtime;

import static basalt.component.layout.BlockLayout.WORDS;

import basalt.match.MatchedRows;
import basalt.match.OtherRows;

/** Runs a body over matching rows of one block. */
public interface KernelDriver extends IterationContext.Loop {
    /** Runs the body. */
    void run(RowContext context, MatchedRows matches, long entry, int fromWord, int toWord);

    @Override
    default void run(RowContext context, MatchedRows matches) {
        run(2, this, context, matches, 0, 0, matches.count(), 0);
    }

    /** Runs a loop over a range of matching rows: from a word of an entry to a word of another one. */
    static void run(
            KernelDriver driver,
            RowContext context,
            MatchedRows matches,
            int firstEntry,
            int firstWord,
            int lastEntry,
            int endWord) {
        run(2, driver, context, matches, firstEntry, firstWord, lastEntry, endWord);
    }

    /**
     * The JIT inlines calls at most 15 deep ({@code MaxInlineLevel}). If it inlined a kernel's loop into all of its
     * callers, the last calls of a body that checks a handle would be real ones, which makes the body up to ten times
     * slower. So the loop is called by a method that has called itself twice, which the JIT does not inline ({@code
     * MaxRecursiveInlineLevel} is 1): the count of 15 starts again there.
     */
    private static void run(
            int calls,
            KernelDriver driver,
            RowContext context,
            MatchedRows matches,
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
            runWithOthers(driver, context, matches, matches.entry(i), word, WORDS);
            word = 0;
        }
        if (endWord > word) {
            runWithOthers(driver, context, matches, matches.entry(lastEntry), word, endWord);
        }
    }

    /** Runs over words of an entry. For a pure kernel, the values of rows that do not match are saved and restored. */
    private static void runWithOthers(
            KernelDriver driver, RowContext context, MatchedRows matches, long entry, int from, int to) {
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

    /** The body, unless it is null. */
    static <B> B require(B body) {
        if (body == null) {
            throw new IllegalArgumentException("body must not be null: pass the code for each row or span");
        }
        return body;
    }
}
