package basalt.query;

import basalt.component.Column;
import basalt.memory.frame.FrameArena;

/** Brings the rows of a selection into the order of a column, with scratch from the frame arena that it gives back. */
final class RowOrder {
    private final Query query;
    private final SortKeys keys;
    private final RadixSort sort = new RadixSort();

    RowOrder(Query query) {
        this.query = query;
        this.keys = new SortKeys(query.store());
    }

    /** Sorts all rows. */
    void sort(SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        FrameArena arena = rows.arena();
        long mark = arena.mark();
        try {
            sort.begin(arena, rows.count());
            for (int i = 0; i < rows.count(); i++) {
                if (keys.read(rows.at(i))) {
                    sort.add(keys.key(), i);
                }
            }
            sort.sort();
            rows.reorder(sort.order(), sort.count(), sort.spare());
        } finally {
            arena.release(mark);
        }
    }

    private void start(Column column, boolean descending) {
        keys.start(query.filter(), column, descending);
        query.iterations().checkRead(column.component());
    }
}
