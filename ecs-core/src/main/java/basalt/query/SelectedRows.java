package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import basalt.memory.frame.FrameArena;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import java.util.Objects;

/**
 * The rows of a selection, in the frame arena: an array of handles.
 *
 * <pre>
 *   entities  [count longs]    handles, in the selection's order
 * </pre>
 *
 * <p>SAFETY: every index is below the count, which is at most what the arrays were made for, and they are used only
 * while they are live.
 */
final class SelectedRows {
    private final ResultMemory entities =
            new ResultMemory("selection", "collect() it again, in the scope that uses it");
    private int count;

    /** Takes the rows that match a filter, which are as many as that; if there is no memory, it keeps those it has. */
    void collect(Iterations iterations, Filter filter, int rows) {
        long address = entities.begin(iterations.arena(), (long) rows * Long.BYTES);
        try {
            Matches matches = iterations.openDetached(filter);
            try {
                int copied = copy(matches, address);
                assert copied == rows : "counted " + rows + " rows, found " + copied;
            } finally {
                iterations.closeDetached(matches);
            }
        } catch (Throwable e) {
            entities.abandon();
            throw e;
        }
        entities.commit();
        iterations.seen(filter);
        count = rows;
    }

    private static int copy(Matches matches, long address) {
        int copied = 0;
        for (int i = 0; i < matches.count(); i++) {
            long entry = matches.entry(i);
            long base = Matches.base(entry);
            int from = Matches.nextMatch(entry, 0);
            while (from < ROWS) {
                int to = Matches.endOfRun(entry, from);
                for (int row = from; row < to; row++) {
                    ColumnMemory.putLong(address, copied++, 0, Entities.handle(base, row));
                }
                from = Matches.nextMatch(entry, to);
            }
        }
        return copied;
    }

    void requireLive() {
        entities.requireLive();
    }

    /** Whose memory the rows are in: that of the thread that has collected them. */
    FrameArena arena() {
        return entities.arena();
    }

    int count() {
        return count;
    }

    /** A handle, by an index that is known to be in range, of rows that are known to be live. */
    long at(int index) {
        return ColumnMemory.getLong(entities.address(), index, 0);
    }

    long entity(int index) {
        requireLive();
        return at(Objects.checkIndex(index, count));
    }

    /** Brings the rows into the order of some indices, and drops those that are not among them. */
    void reorder(long order, int newCount, long spare) {
        gather(entities.address(), order, newCount, spare);
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
