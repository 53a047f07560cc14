package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.Entity;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.runtime.IterationContext;
import basalt.runtime.RowQuery;
import basalt.storage.Entities;

/**
 * A cursor over rows: the caller drives the loop, and may end it early:
 *
 * <pre>{@code
 * try (RowCursor rows = query.cursor()) {
 *     while (rows.next()) {
 *         if (rows.row().get(Health.POINTS) <= 0) world.destroy(rows.entity());
 *     }
 * }
 * }</pre>
 *
 * <p>Structural change between the calls is allowed: rows that stop matching are skipped, rows that start matching are
 * not visited. If the current entity is destroyed, {@link #entity()} still returns its handle, and accesses through the
 * row throw. Close cursors in the reverse order of their opening.
 *
 * <p>{@link Query#cursor()} makes a cursor for one loop, in a try statement. This makes two small objects. Where a loop
 * must make no garbage, keep a cursor from {@link Query#closedCursor()} and {@link #open()} it for each loop. For the
 * thread that opened it.
 */
public final class RowCursor implements AutoCloseable {
    private final RowQuery rowQuery;
    private final CheckedRow rows;

    /** The current row: {@link #rows}, or in strict mode a new object for each row. */
    private Row here;

    private IterationContext context;
    private MatchedRows matches;
    private long ticket;
    private int index;
    private int row;
    private long entity;
    private boolean open;

    /** A closed cursor. */
    RowCursor(RowQuery rowQuery) {
        this.rowQuery = rowQuery;
        this.rows = new CheckedRow(rowQuery.writes());
    }

    /**
     * Starts a loop, before the first of the rows that match now.
     *
     * @return this; close it
     * @throws IllegalStateException if it is open, on a wrong thread, or after the world was closed
     * @throws basalt.memory.NativeMemoryException if the frame arena has no memory for the matching rows
     */
    public RowCursor open() {
        IterationContext here = rowQuery.context();
        if (isOpen()) {
            throw new IllegalStateException(
                    "the cursor is open; close it first, or take another one with query.cursor()");
        }
        MatchedRows taken = here.take(rowQuery.filter());
        context = here;
        matches = taken;
        ticket = taken.ticket();
        index = 0;
        row = -1;
        entity = Entity.NULL;
        open = true;
        return this;
    }

    /**
     * Moves to the next row, in ascending order of rows.
     *
     * @return false if there is none
     * @throws IllegalStateException if the cursor is closed, or on a wrong thread
     */
    public boolean next() {
        checkOpen();
        rows.end();
        while (index < matches.count()) {
            long entry = matches.entry(index);
            row = MatchedBlock.nextMatch(entry, row + 1);
            if (row < ROWS) {
                entity = Entities.handle(MatchedBlock.base(entry), row);
                rows.begin();
                here = rows.at(entity);
                return true;
            }
            index++;
            row = -1;
        }
        entity = Entity.NULL;
        return false;
    }

    /**
     * The current row. It moves with the cursor, and cannot be used after the last row or after close. Do not keep it;
     * keep the entity's handle.
     *
     * @return the row, a checked one: see {@link Row}; in strict mode another object for each row
     */
    public Row row() {
        entity();
        return here;
    }

    /**
     * The current entity, which may have been destroyed since {@link #next()}.
     *
     * @throws IllegalStateException before the first {@link #next()}, after the last, after close, or on a wrong thread
     */
    public long entity() {
        checkOpen();
        if (entity == Entity.NULL) {
            throw new IllegalStateException(
                    "the cursor is not on a row; call next() first, and go on while it is true");
        }
        return entity;
    }

    /**
     * Ends the iteration. Further calls do nothing.
     *
     * @throws IllegalStateException if an iteration that began later is still open; on a wrong thread; or if a scope of
     *     the frame arena that was opened meanwhile is still open: then both the iteration and the scope are closed
     */
    @Override
    public void close() {
        if (open) {
            context.checkThread();
            if (isOpen()) {
                context.close(matches);
            }
            open = false;
            rows.end();
        }
    }

    /** False also if the run in which the cursor was opened has closed it. */
    private boolean isOpen() {
        return open && matches.ticket() == ticket;
    }

    private void checkOpen() {
        if (open) {
            context.checkThread();
        } else {
            rowQuery.store().checkAccess();
        }
        if (!isOpen()) {
            throw new IllegalStateException("the cursor is closed; open another one with query.cursor()");
        }
    }
}
