package basalt.runtime;

import basalt.snapshot.MatchSnapshot;
import basalt.snapshot.OtherRows;

/** A run of a loop over words of a snapshot entry. */
public final class EntryRun {
    private EntryRun() {}

    /**
     * Runs a loop over words. If the snapshot was taken for a pure kernel, the values of rows that do not match are
     * saved before and restored after.
     *
     * @param driver the loop
     * @param context the context of its rows
     * @param matches the snapshot
     * @param entry address of the entry
     * @param from the first word
     * @param to the word after the last one
     */
    public static void run(
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
