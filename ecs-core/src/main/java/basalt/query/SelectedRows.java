package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.match.SortKeys;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.IterationContext;
import basalt.runtime.RowQuery;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.RadixSort;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The rows of a selection, in the frame arena: an array of handles, and, if they are joined, an array of partners.
 *
 * <pre>
 *   entities  [count longs]    handles, in the selection's order
 *   partners  [count longs]    the handle of each row's partner
 * </pre>
 *
 * <p>SAFETY: every index is below the count, which is at most the size of the arrays, and they are used only while they
 * are live.
 */
final class SelectedRows {
    private final ResultMemory entities =
            new ResultMemory("selection", "collect() it again, in the scope that uses it");
    private final ResultMemory partners =
            new ResultMemory("the selection's partners", "join() again, in the scope that uses them");
    private final RowQuery query;
    private int count;
    private boolean joined;

    /** The thread that changes the rows or runs over them, and the number of its active calls. */
    private final AtomicReference<Thread> user = new AtomicReference<>();

    private int uses;

    /** An empty selection of a query. */
    SelectedRows(RowQuery query) {
        this.query = query;
    }

    /**
     * Called before the rows are changed or run over; throws if another thread does so. {@link #leave} ends the use.
     */
    void enter() {
        Thread here = Thread.currentThread();
        Thread other = user.compareAndExchange(null, here);
        if (other != null && other != here) {
            throw new IllegalStateException("the selection is in use by thread '" + other.getName() + "', and thread '"
                    + here.getName() + "' uses it too; give each system a selection of its own");
        }
        uses++;
    }

    void leave() {
        if (--uses == 0) {
            user.set(null);
        }
    }

    /**
     * Takes the rows that match a filter, {@code rows} of them; if there is no memory, the selection keeps its old
     * rows.
     */
    void collect(IterationContext iterations, Filter filter, int rows) {
        long address = entities.begin(iterations.arena(), (long) rows * Long.BYTES);
        try {
            MatchedRows matches = iterations.openDetached(filter);
            try {
                count = copy(matches, address);
            } finally {
                iterations.closeDetached(matches);
            }
        } catch (RuntimeException e) {
            entities.abandon();
            throw e;
        }
        entities.commit();
        filter.clearChanges(iterations);
        joined = false;
    }

    private static int copy(MatchedRows matches, long address) {
        int copied = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = MatchedBlock.base(entry);
            int from = MatchedBlock.nextMatch(entry, 0);
            while (from < ROWS) {
                int to = MatchedBlock.endOfRun(entry, from);
                for (int row = from; row < to; row++) {
                    ColumnMemory.putLong(address, copied++, 0, Entities.handle(base, row));
                }
                from = MatchedBlock.nextMatch(entry, to);
            }
        }
        return copied;
    }

    void requireLive() {
        query.filter().requireOpen();
        entities.requireLive();
    }

    /** The arena of the rows: that of the thread that has collected them. */
    ArenaAccess arena() {
        return entities.arena();
    }

    int count() {
        return count;
    }

    /** The handle at an index. Not checked: the index must be in range and the rows live. */
    long at(int index) {
        return ColumnMemory.getLong(entities.address(), index, 0);
    }

    long entity(int index) {
        requireLive();
        return at(Objects.checkIndex(index, count));
    }

    /** Keeps the rows whose partner is alive and matches; if there is no memory, nothing has changed. */
    void join(SortKeys column, IterationContext iterations, Filter filter) {
        int kept;
        long address = partners.begin(arena(), (long) count * Long.BYTES);
        try {
            MatchedRows matches = iterations.openDetached(filter);
            try {
                kept = match(column, iterations.store().entities(), matches, address);
            } finally {
                iterations.closeDetached(matches);
            }
        } catch (RuntimeException e) {
            partners.abandon();
            throw e;
        }
        partners.commit();
        count = kept;
        joined = true;
    }

    private int match(SortKeys column, Entities all, MatchedRows matches, long address) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            long entity = at(i);
            if (column.read(entity)) {
                long partner = column.value(column.key());
                long place = all.tryLocate(partner);
                if (place != 0 && matches.contains(place)) {
                    ColumnMemory.putLong(entities.address(), kept, 0, entity);
                    ColumnMemory.putLong(address, kept++, 0, partner);
                }
            }
        }
        return kept;
    }

    void requireJoined() {
        requireLive();
        if (!joined) {
            throw new IllegalStateException("the selection is not joined: join() comes after collect()");
        }
        partners.requireLive();
    }

    long partner(int index) {
        requireJoined();
        return ColumnMemory.getLong(partners.address(), Objects.checkIndex(index, count), 0);
    }

    /** Sorts the rows in the order of the given indices, and drops the others. */
    void reorder(long order, int newCount, long spare) {
        gather(entities.address(), order, newCount, spare);
        if (joined && partners.isLive()) {
            gather(partners.address(), order, newCount, spare);
        }
        count = newCount;
    }

    private static void gather(long array, long order, int count, long spare) {
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(spare, i, 0, ColumnMemory.getLong(array, ColumnMemory.getInt(order, i, 0), 0));
        }
        for (int i = 0; i < count; i++) {
            ColumnMemory.putLong(array, i, 0, ColumnMemory.getLong(spare, i, 0));
        }
    }

    /**
     * The groups of equal values in a sorted selection, in the frame arena.
     *
     * <pre>
     *   values  [bound longs]      the value of each group, ascending
     *   starts  [bound + 1 ints]   the start of each group, and the end of the last one
     * </pre>
     *
     * <p>SAFETY: the group numbers are below the count. The count is at most the bound, because no other code runs
     * between the two reads of the column. The memory is used only while it is live.
     */
    static final class Groups {
        private final ResultMemory memory = new ResultMemory("groups", "groupBy() again, in the scope that uses them");
        private boolean formed;
        private long values;
        private long starts;
        private int count;
        private long newValues;
        private int newBound;

        /** Allocates memory for the groups of some rows; if there is no memory, nothing has changed. */
        void begin(SelectedRows rows) {
            newBound = rows.count();
            newValues = memory.begin(rows.arena(), (long) newBound * (Long.BYTES + Integer.BYTES) + Integer.BYTES);
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

    /**
     * Frame memory for a result that is computed repeatedly, each time in the caller's scope. The memory is reused if
     * the scope is still the same and the memory is large enough.
     *
     * <p>A result is made in two steps, so that a failure changes nothing: {@link #begin}, then {@link #commit} or
     * {@link #abandon}.
     */
    static final class ResultMemory {
        private final ArenaAccess.Lifetime lifetime = new ArenaAccess.Lifetime();
        private final String name;
        private final String remedy;
        private ArenaAccess newArena;
        private long address;
        private long capacityBytes;
        private long newAddress;
        private long newBytes;
        private long mark;

        /**
         * No result yet. The arguments are for messages: the name of the result, and the remedy if its memory is gone.
         */
        ResultMemory(String name, String remedy) {
            this.name = name;
            this.remedy = remedy;
        }

        /** Allocates memory for a result and returns its address. If there is no memory, nothing has changed. */
        long begin(ArenaAccess arena, long bytes) {
            if (lifetime.isInnermost(arena) && bytes <= capacityBytes) {
                newAddress = 0;
                return address;
            }
            if (newArena != arena) { // no write barrier if it is the same
                newArena = arena;
            }
            long opened = arena.mark();
            try {
                newBytes = Math.max(bytes, Long.BYTES);
                newAddress = arena.allocateUnchecked(newBytes, Long.BYTES);
            } catch (RuntimeException e) {
                arena.release(opened);
                throw e;
            }
            mark = opened;
            return newAddress;
        }

        /** Called when the result is complete. */
        void commit() {
            if (newAddress != 0) {
                newArena.keep(mark);
                lifetime.begin(newArena);
                address = newAddress;
                capacityBytes = newBytes;
            }
        }

        /** Called if the result could not be made; releases the memory. */
        void abandon() {
            if (newAddress != 0) {
                newArena.release(mark);
            }
        }

        long address() {
            return address;
        }

        boolean isLive() {
            return lifetime.isLive();
        }

        void requireLive() {
            lifetime.requireLive(name, remedy);
        }

        /** The arena of the result. */
        ArenaAccess arena() {
            return lifetime.arena();
        }
    }
}
