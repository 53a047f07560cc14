package basalt.query;

import basalt.component.Column;
import basalt.match.SortKeys;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.RowQuery;
import basalt.storage.ColumnMemory;
import basalt.storage.RadixSort;

/** Sorts the rows of a selection by a column, with temporary memory of the frame arena. */
final class RowOrder {
    private final RowQuery query;
    private final SortKeys keys;
    private final RadixSort sort = new RadixSort();
    private final TopRows best = new TopRows();

    RowOrder(RowQuery query) {
        this.query = query;
        this.keys = new SortKeys(query.store());
    }

    void sort(SelectedRows rows, Column column, boolean descending) {
        start(column, descending);
        sort(rows, null);
    }

    /** Sorts all rows, and forms groups of those with equal values. */
    void group(SelectedRows rows, Column column, SelectedRows.Groups groups) {
        start(column, false);
        SortKeys.requireGroupable(column);
        groups.begin(rows);
        try {
            sort(rows, groups);
        } catch (RuntimeException e) {
            groups.abandon();
            throw e;
        }
        groups.commit();
    }

    private void sort(SelectedRows rows, SelectedRows.Groups groups) {
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

    /**
     * Finds the smallest of many 64-bit keys, unsigned, and sorts them. Of equal keys the first are taken.
     *
     * <p>The smallest keys so far form a heap whose root is the greatest of them, so that a larger key costs one
     * comparison:
     *
     * <pre>
     *   keys   [capacity longs]    parent of slot p: (p - 1) / 2
     *   order  [capacity ints]     the index of each key; among equal keys the later one is the greater
     * </pre>
     *
     * <p>SAFETY: both arrays are parts of one allocation, and slots are below the count, which is at most the capacity.
     */
    static final class TopRows {
        private long keys;
        private long order;
        private int capacity;
        private int count;

        /** Starts a new search for the {@code few} smallest keys, in memory of the arena that the caller releases. */
        void begin(ArenaAccess arena, int few) {
            long longs = (long) few * Long.BYTES;
            keys = arena.allocateUnchecked(longs + (long) few * Integer.BYTES, Long.BYTES);
            order = keys + longs;
            capacity = few;
            count = 0;
        }

        /** Adds a key; indices must ascend. */
        void add(long key, int index) {
            if (count < capacity) {
                up(count++, key, index);
            } else if (Long.compareUnsigned(key, key(0)) < 0) {
                down(count, key, index);
            }
        }

        void sort() {
            for (int last = count - 1; last > 0; last--) {
                long key = key(last);
                int index = index(last);
                put(last, key(0), index(0));
                down(last, key, index);
            }
        }

        int count() {
            return count;
        }

        /** The array of indices; sorted after {@link #sort}. */
        long order() {
            return order;
        }

        /** An array as large as that of the keys, for other uses after {@link #sort}. */
        long spare() {
            return keys;
        }

        /** Moves a key up from an empty slot. */
        private void up(int from, long key, int index) {
            int slot = from;
            while (slot > 0 && isGreater(key, index, slot - 1 >>> 1)) {
                int parent = slot - 1 >>> 1;
                put(slot, key(parent), index(parent));
                slot = parent;
            }
            put(slot, key, index);
        }

        /** Replaces the root by a key and moves it down, among the slots before {@code end}. */
        private void down(int end, long key, int index) {
            int slot = 0;
            while (slot < end >>> 1) {
                int child = 2 * slot + 1;
                if (child + 1 < end && isGreater(key(child + 1), index(child + 1), child)) {
                    child++;
                }
                if (isGreater(key, index, child)) {
                    break;
                }
                put(slot, key(child), index(child));
                slot = child;
            }
            put(slot, key, index);
        }

        private boolean isGreater(long key, int index, int thanSlot) {
            int comparison = Long.compareUnsigned(key, key(thanSlot));
            return comparison != 0 ? comparison > 0 : index > index(thanSlot);
        }

        private long key(int slot) {
            return ColumnMemory.getLong(keys, slot, 0);
        }

        private int index(int slot) {
            return ColumnMemory.getInt(order, slot, 0);
        }

        private void put(int slot, long key, int index) {
            ColumnMemory.putLong(keys, slot, 0, key);
            ColumnMemory.putInt(order, slot, 0, index);
        }
    }
}
