package basalt.query;

import basalt.match.RadixSort;
import basalt.match.SortKeys;
import basalt.storage.ColumnMemory;
import java.util.Objects;

/**
 * The groups of equal values in a sorted selection, in the frame arena.
 *
 * <pre>
 *   values  [bound longs]      the value of each group, ascending
 *   starts  [bound + 1 ints]   the start of each group, and the end of the last one
 * </pre>
 *
 * <p>SAFETY: the group numbers are below the count. The count is at most the bound, because no other code runs between
 * the two reads of the column. The memory is used only while it is live.
 */
final class Groups {
    private final ResultMemory memory = new ResultMemory("groups", "groupBy() again, in the scope that uses them");
    private boolean formed;
    private long values;
    private long starts;
    private int count;
    private long newValues;
    private int newBound;

    /** Allocates memory for the groups of some rows; if there is no memory, nothing has changed. */
    void begin(SelectedRows rows, SortKeys keys) {
        newBound = bound(rows, keys);
        newValues = memory.begin(rows.arena(), (long) newBound * (Long.BYTES + Integer.BYTES) + Integer.BYTES);
    }

    /** An upper bound of the number of groups: the number of rows, or of values from the least key to the greatest. */
    private static int bound(SelectedRows rows, SortKeys keys) {
        long least = Long.MAX_VALUE;
        long greatest = Long.MIN_VALUE;
        for (int i = 0; i < rows.count(); i++) {
            if (keys.read(rows.at(i))) {
                long signed = keys.key() ^ Long.MIN_VALUE;
                least = Math.min(least, signed);
                greatest = Math.max(greatest, signed);
            }
        }
        long range = greatest - least; // unsigned
        return Long.compareUnsigned(range, rows.count()) < 0 ? (int) range + 1 : rows.count();
    }

    void abandon() {
        memory.abandon();
    }

    void commit() {
        memory.commit();
    }

    /** Forms the groups of sorted keys. */
    void form(RadixSort sorted, SortKeys keys) {
        values = newValues;
        starts = newValues + (long) newBound * Long.BYTES;
        count = 0;
        for (int i = 0; i < sorted.count(); i++) {
            long key = sorted.key(i);
            if (i == 0 || key != sorted.key(i - 1)) {
                ColumnMemory.putLong(values, count, 0, keys.value(key));
                ColumnMemory.putInt(starts, count++, 0, i);
            }
        }
        ColumnMemory.putInt(starts, count, 0, sorted.count());
        formed = true;
    }

    /** Removes the groups, because the rows have changed. */
    void forget() {
        formed = false;
    }

    int count() {
        if (!formed) {
            throw new IllegalStateException(
                    "the selection is not grouped: groupBy() comes after collect(), join() and top(),"
                            + " and sorting ends it");
        }
        memory.requireLive();
        return count;
    }

    long value(int group) {
        return ColumnMemory.getLong(values, Objects.checkIndex(group, count()), 0);
    }

    int start(int group) {
        return ColumnMemory.getInt(starts, Objects.checkIndex(group, count()), 0);
    }

    int end(int group) {
        return ColumnMemory.getInt(starts, Objects.checkIndex(group, count()) + 1, 0);
    }
}
