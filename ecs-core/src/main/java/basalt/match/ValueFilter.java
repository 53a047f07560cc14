package basalt.match;

import static basalt.component.layout.BlockLayout.SUMMARY_WORDS;

import basalt.component.Column;
import basalt.internal.Strict;
import basalt.storage.RowBits;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The conditions of a query on values: groups of alternatives. A row must meet one condition of each group.
 *
 * <p>There are two ways to evaluate them, which agree: word by word, and {@link ColumnScan}. Strict mode uses the first
 * only. Immutable, except for bounds that the user changes.
 *
 * <p>SAFETY: summaries and words belong to a matched block, words are below WORDS.
 */
public final class ValueFilter {
    private final ValueCondition[][] groups;
    private final List<Column> columns;

    /** The conditions of a query. */
    public ValueFilter(List<List<ValueCondition>> groups) {
        this.groups = groups.stream()
                .map(group -> group.toArray(new ValueCondition[0]))
                .toArray(ValueCondition[][]::new);
        Set<Column> all = new LinkedHashSet<>();
        groups.forEach(group -> group.forEach(condition -> all.add(condition.column())));
        this.columns = List.copyOf(all);
    }

    public List<Column> columns() {
        return columns;
    }

    /** Those of the rows of a word that meet the conditions. The rows must have all components. */
    long rows(long base, int word, long rows) {
        long left = rows;
        for (int i = 0; left != 0 && i < groups.length; i++) {
            left = rows(groups[i], base, word, left);
        }
        return left;
    }

    private static long rows(ValueCondition[] group, long base, int word, long rows) {
        long met = 0;
        for (int i = 0; i < group.length; i++) {
            met |= group[i].rows(base, word, rows & ~met);
        }
        return met;
    }

    /** Keeps those rows of a matched block that meet the conditions. */
    boolean keep(long base, long summary, long words, ColumnScan scan) {
        for (ValueCondition[] group : groups) {
            boolean isScanned = !Strict.ON && ColumnScan.countWords(summary) >= ColumnScan.MIN_WORDS;
            if (isScanned) {
                scan.begin();
                for (ValueCondition condition : group) {
                    scan.add(condition, base, summary);
                }
            }
            if (!keep(group, base, summary, words, isScanned ? scan : null)) {
                return false;
            }
        }
        return true;
    }

    /** Keeps the rows that one group allows, which the scan has evaluated unless it is null. */
    private static boolean keep(ValueCondition[] group, long base, long summary, long words, ColumnScan scan) {
        boolean isAnyLeft = false;
        for (int i = 0; i < SUMMARY_WORDS; i++) {
            long full = RowBits.full(summary, i);
            long fullNow = 0;
            long anyNow = 0;
            for (long rest = RowBits.any(summary, i); rest != 0; rest &= rest - 1) {
                long bit = Long.lowestOneBit(rest);
                int word = (i << 6) + Long.numberOfTrailingZeros(rest);
                long rows = (full & bit) != 0 ? -1L : RowBits.get(words, word);
                long left = scan != null ? rows & scan.met(word) : rows(group, base, word, rows);
                anyNow |= left != 0 ? bit : 0;
                fullNow |= left == -1L ? bit : 0;
                RowBits.put(words, word, left);
            }
            RowBits.putSummary(summary, i, anyNow, fullNow);
            isAnyLeft |= anyNow != 0;
        }
        return isAnyLeft;
    }
}
