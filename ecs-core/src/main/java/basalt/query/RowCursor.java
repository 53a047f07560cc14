package basalt.query;

import static basalt.component.BlockLayout.ROWS;

import basalt.runtime.Iterations;
import basalt.runtime.MatchEntry;
import basalt.runtime.Matches;
import basalt.runtime.RowContext;
import java.util.function.LongConsumer;

/**
 * A loop over rows that the caller drives, and may leave early:
 *
 * <pre>{@code
 * try (RowCursor rows = query.rows()) {
 *     while (rows.next()) {
 *         if (rows.row().get(Health.POINTS) <= 0) world.destroy(rows.entity());
 *     }
 * }
 * }</pre>
 *
 * <p>Structural change between the calls is allowed: rows that stop matching are skipped, rows that start matching are not
 * visited. Close cursors in the reverse order of their opening, and forget them then: the world reuses them, so opening one
 * makes no garbage. For the thread that opened it.
 */
public final class RowCursor implements AutoCloseable {
    private final Matches matches;
    private Iterations iterations;
    private RowContext context;
    private RowMarks marks;
    private long ticket;
    private int index;
    private int row;
    private boolean open;

    private RowCursor(Matches matches) {
        this.matches = matches;
    }

    /** The cursor over a snapshot object, reused like it. */
    static RowCursor over(Matches matches) {
        if (matches.listener() == null) {
            matches.listener(new Ending(new RowCursor(matches)));
        }
        return ((Ending) matches.listener()).cursor;
    }

    /** Starts before the first row of the snapshot, which has just been opened. */
    RowCursor begin(Iterations here, RowContext newContext, RowMarks newMarks) {
        iterations = here;
        context = newContext;
        marks = newMarks;
        ticket = matches.ticket();
        index = 0;
        row = -1;
        open = true;
        return this;
    }

    /**
     * Goes to the next row, in ascending order.
     *
     * @return false if there is none
     * @throws IllegalStateException if the cursor is closed, or on a wrong thread
     */
    public boolean next() {
        requireOpen();
        while (index < matches.count()) {
            row = MatchEntry.nextMatch(matches.entry(index), row + 1);
            if (row < ROWS) {
                return true;
            }
            index++;
            row = -1;
        }
        return false;
    }

    /**
     * The current row.
     *
     * @return the row; do not keep it
     * @throws IllegalStateException before the first {@link #next()}, after the last, after close, or on a wrong thread
     */
    public Row row() {
        return new MarkedRow(context, base(), row, marks);
    }

    /**
     * The entity of the current row.
     *
     * @return its handle
     * @throws IllegalStateException before the first {@link #next()}, after the last, after close, or on a wrong thread
     */
    public long entity() {
        return RowContext.entity(context, base(), row);
    }

    private long base() {
        requireOpen();
        if (row < 0) {
            throw new IllegalStateException(
                    "the cursor is not on a row; call next() first, and go on while it is true");
        }
        return MatchEntry.base(matches.entry(index));
    }

    /**
     * Ends the iteration. Further calls do nothing.
     *
     * @throws IllegalStateException if an iteration that began later is still open; on a wrong thread; or if a scope of the
     *     frame arena was opened meanwhile and is still open: the iteration has ended then, and the scope with it
     */
    @Override
    public void close() {
        if (open) {
            iterations.checkThread();
            if (matches.ticket() == ticket) {
                iterations.close(matches);
            }
            open = false;
        }
    }

    /** Strict mode: the snapshot of that ticket ends, perhaps with a run that the cursor was left open in; its rows die. */
    private void end(long endedTicket) {
        if (open && ticket == endedTicket) {
            context.close();
        }
    }

    /** Tells a cursor that a snapshot of its object ends. */
    private record Ending(RowCursor cursor) implements LongConsumer {
        @Override
        public void accept(long ticket) {
            cursor.end(ticket);
        }
    }

    private void requireOpen() {
        iterations.checkThread();
        if (!open || matches.ticket() != ticket) { // a run that it was opened in may have ended it
            throw new IllegalStateException("the cursor is closed; open another one with query.rows()");
        }
    }
}
