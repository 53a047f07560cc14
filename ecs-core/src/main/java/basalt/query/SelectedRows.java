package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.match.Filter;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.match.SortKeys;
import basalt.memory.block.ArenaAccess;
import basalt.runtime.IterationContext;
import basalt.runtime.QueryPlan;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
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
    private final QueryPlan query;
    private int count;
    private boolean joined;

    /** The thread that changes the rows or runs over them, and the number of its active calls. */
    private final AtomicReference<Thread> user = new AtomicReference<>();

    private int uses;

    /** An empty selection of a query. */
    SelectedRows(QueryPlan query) {
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
            MatchSnapshot matches = iterations.openDetached(filter);
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

    private static int copy(MatchSnapshot matches, long address) {
        int copied = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = SnapshotEntry.base(entry);
            int from = SnapshotEntry.nextMatch(entry, 0);
            while (from < ROWS) {
                int to = SnapshotEntry.endOfRun(entry, from);
                for (int row = from; row < to; row++) {
                    ColumnMemory.putLong(address, copied++, 0, Entities.handle(base, row));
                }
                from = SnapshotEntry.nextMatch(entry, to);
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
            MatchSnapshot matches = iterations.openDetached(filter);
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

    private int match(SortKeys column, Entities all, MatchSnapshot matches, long address) {
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
}
