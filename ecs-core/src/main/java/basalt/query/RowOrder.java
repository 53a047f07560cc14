package basalt.query;

import basalt.component.Column;
import basalt.match.RadixSort;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.RowQuery;

/** Sorts the rows of a selection by a column, with temporary memory of the frame arena. */
final class RowOrder {
    private final RowQuery query;
    private final RadixSort.SortKeys keys;
    private final RadixSort sort = new RadixSort();

    RowOrder(RowQuery query) {
        this.query = query;
        this.keys = new RadixSort.SortKeys(query.store());
    }

    void sort(SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        sort(rows, null, Integer.MAX_VALUE);
    }

    /** Sorts all rows, and forms groups of those with equal values. */
    void group(SelectedRows rows, Column column, SelectedRows.Groups groups) {
        start(column, false);
        RadixSort.SortKeys.requireGroupable(column);
        groups.begin(rows);
        try {
            sort(rows, groups, Integer.MAX_VALUE);
        } catch (RuntimeException e) {
            groups.abandon();
            throw e;
        }
        groups.commit();
    }

    private void sort(SelectedRows rows, SelectedRows.Groups groups, int most) {
        ArenaAccess arena = rows.arena();
        long mark = arena.mark();
        try {
            int count = rows.count();
            sort.begin(arena.allocateUnchecked(RadixSort.bytes(count), Long.BYTES), count);
            for (int i = 0; i < rows.count(); i++) {
                if (keys.read(rows.at(i))) {
                    sort.add(keys.key(), i);
                }
            }
            sort.sort();
            if (groups != null) {
                groups.form(sort, keys);
            }
            rows.reorder(sort.order(), Math.min(sort.count(), most), sort.spare());
        } finally {
            arena.release(mark);
        }
    }

    /** Keeps the first rows in the order of the column, sorted, and drops the others. */
    void keepFirst(int few, SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        sort(rows, null, few);
    }

    /** The values of a column, for reading one by one. */
    RadixSort.SortKeys keys(Column column) {
        start(column, false);
        return keys;
    }

    private void start(Column column, boolean descending) {
        keys.start(query.filter(), column, descending, "selections");
        query.context().checkRead(column);
    }
}
