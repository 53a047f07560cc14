package basalt.query;

import basalt.component.Column;
import basalt.match.RadixSort;
import basalt.match.SortKeys;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.QueryPlan;

/** Sorts the rows of a selection by a column, with temporary memory of the frame arena. */
final class RowOrder {
    private final QueryPlan query;
    private final SortKeys keys;
    private final RadixSort sort = new RadixSort();
    private final TopRows best = new TopRows();

    RowOrder(QueryPlan query) {
        this.query = query;
        this.keys = new SortKeys(query.store());
    }

    /** Sorts all rows. */
    void sort(SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        sort(rows, null);
    }

    /** Sorts all rows, and forms groups of those with equal values. */
    void group(SelectedRows rows, Column column, Groups groups) {
        start(column, false);
        SortKeys.requireGroupable(column);
        groups.begin(rows, keys);
        try {
            sort(rows, groups);
        } catch (Throwable e) {
            groups.abandon();
            throw e;
        }
        groups.commit();
    }

    private void sort(SelectedRows rows, Groups groups) {
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
            rows.reorder(sort.order(), sort.count(), sort.spare());
        } finally {
            arena.release(mark);
        }
    }

    /**
     * Keeps the first rows in the order of the column, sorted, and drops the others. There must be more rows than that.
     */
    void keepFirst(int few, SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        ArenaAccess arena = rows.arena();
        long mark = arena.mark();
        try {
            int count = rows.count();
            best.begin(arena, Math.max(few, 1));
            for (int i = 0; i < rows.count(); i++) {
                if (keys.read(rows.at(i))) {
                    best.add(keys.key(), i);
                }
            }
            best.sort();
            rows.reorder(best.order(), Math.min(best.count(), few), best.spare());
        } finally {
            arena.release(mark);
        }
    }

    /** The values of a column, for reading one by one. */
    SortKeys keys(Column column) {
        start(column, false);
        return keys;
    }

    private void start(Column column, boolean descending) {
        keys.start(query.filter(), column, descending, "selections");
        query.context().checkRead(column);
    }
}
