package basalt.query;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.runtime.IterationContext;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.RowQuery;
import basalt.runtime.RowWrites;

/**
 * The rows of a query, collected at one moment, which can be sorted, grouped, joined and cut to the best.
 *
 * <pre>{@code
 * Selection nearest = Selection.of(enemies);                // make it once and keep it
 *
 * nearest.collect().bottom(10, Distance.METRES);            // each tick
 * for (int i = 0; i < nearest.size(); i++) {
 *     attack(nearest.entity(i));
 * }
 * }</pre>
 *
 * <p><b>Memory.</b> The rows are handles, 8 bytes each, in the frame arena of the collecting thread. They belong to the
 * innermost open scope; inside a kernel or cursor this is its run. When the scope closes, or the frame ends, the rows
 * are gone, and every use throws {@link IllegalStateException} until {@link #collect()} is called again. In the same
 * way, partners (8 bytes a row) belong to the scope of {@link #join}, and groups (12 bytes a row) to that of
 * {@link #groupBy}. Temporary memory for sorting, 24 bytes a row, is released at once. A result that is made again in
 * the same scope reuses its memory if it is large enough. So a steady tick makes no garbage. If there is no memory,
 * each method throws {@link basalt.memory.NativeMemoryException}, and nothing has changed.
 *
 * <p><b>Change.</b> Values are read when a method sorts, groups or joins; later writes do not change the order.
 * Destroyed entities stay in the selection: {@link #entity} still returns their handles, {@link #row} throws, {@link
 * #forEach} skips them. Entities that start or stop matching after {@code collect()} are not added or removed. Methods
 * that read a column ({@code sortBy}, {@code groupBy}, {@code top}, {@code bottom}, {@code join}) drop entities that
 * were destroyed or have lost its component.
 *
 * <p><b>Columns</b> must be scalars of a component that the query requires by {@code all()}; other columns and
 * references are an {@link IllegalArgumentException}. Integers are ordered by value; booleans false first; entities by
 * index, then by generation, both unsigned, so {@link Entity#NULL} is the first. Floats are ordered by value, -0 before
 * 0. NaN is always last, also in descending order, so {@code top} and {@code bottom} keep it only if there are too few
 * numbers.
 *
 * <p>For one thread at a time: the one that has collected it. Give each system a selection of its own; use by two
 * threads at the same time throws {@link IllegalStateException}.
 */
public final class Selection {

    private final RowQuery query;
    private final SelectedRows rows;
    private final RowOrder order;
    private final SelectedRows.Groups groups = new SelectedRows.Groups();
    private final CheckedRow loop;
    private RowQuery joined;
    private RowWrites partnerWrites;
    private CheckedRow partnerLoop;
    private int version;

    private Selection(RowQuery query) {
        this.query = query;
        this.rows = new SelectedRows(query);
        this.order = new RowOrder(query);
        this.loop = new CheckedRow(query.writes());
    }

    /**
     * Creates a selection of a query's rows. Make it once, keep it and collect it each tick.
     *
     * @return a new selection without rows
     * @throws IllegalStateException if the query is closed, on a wrong thread, or after the world was closed
     */
    public static Selection of(Query query) {
        if (query == null) {
            throw new IllegalArgumentException("query must not be null: pass the query whose rows are selected");
        }
        RowQuery rowQuery = query.rowQuery();
        rowQuery.store().checkAccess();
        rowQuery.filter().requireOpen();
        return new Selection(rowQuery);
    }

    /**
     * Replaces the rows by those that match now, in ascending order of rows. Clears the recorded changes of a query for
     * changes.
     *
     * @throws IllegalStateException on a wrong thread, or after the world was closed
     */
    public Selection collect() {
        IterationContext here = query.context();
        query.store().checkShared("a selection");
        here.checkReader(query.filter());
        rows.enter();
        try {
            rows.collect(here, query.filter(), query.count());
            changed();
        } finally {
            rows.leave();
        }
        return this;
    }

    /**
     * Sorts by a column, smallest first; rows of equal value keep their order.
     *
     * @param column a scalar column that the query requires
     * @throws IllegalArgumentException if the query does not require it, or it is a vector or of references
     */
    public Selection sortBy(Column column) {
        return sortBy(column, false);
    }

    /**
     * Sorts by a column, greatest first; rows of equal value keep their order.
     */
    public Selection sortByDescending(Column column) {
        return sortBy(column, true);
    }

    private Selection sortBy(Column column, boolean descending) {
        rows.enter();
        try {
            rows.requireLive();
            order.sort(rows, column, descending);
            changed();
        } finally {
            rows.leave();
        }
        return this;
    }

    /**
     * Sorts by a column, smallest first, and forms groups of rows with equal values. {@link #groupCount()}, {@link
     * #groupKey}, {@link #groupStart} and {@link #groupEnd} describe them until the rows change again.
     *
     * @param column a scalar column of integers, booleans or entities that the query requires
     * @throws IllegalArgumentException if the query does not require it, or it is a vector, or of floats or references
     */
    public Selection groupBy(Column column) {
        rows.enter();
        try {
            rows.requireLive();
            order.group(rows, column, groups);
            version++; // as changed(), but keeps the groups
        } finally {
            rows.leave();
        }
        return this;
    }

    /**
     * Keeps the rows with the greatest values, greatest first. Of rows with equal values the first are kept, in their
     * order. Reads each row once and sorts only the rows to keep.
     *
     * @param count number of rows to keep, 0 or more; all if there are fewer
     * @param column a scalar column that the query requires
     * @throws IllegalArgumentException if the count is negative, the query does not require the column, or it is a
     *     vector or of references
     */
    public Selection top(int count, Column column) {
        return keepBest(count, column, true);
    }

    /**
     * Keeps the rows with the smallest values, smallest first, as {@link #top} does those with the greatest.
     */
    public Selection bottom(int count, Column column) {
        return keepBest(count, column, false);
    }

    private Selection keepBest(int count, Column column, boolean greatest) {
        if (count < 0) {
            throw new IllegalArgumentException("count must be >= 0: count=" + count);
        }
        if (count >= size()) {
            return sortBy(column, greatest);
        }
        rows.enter();
        try {
            rows.requireLive();
            order.keepFirst(count, rows, column, greatest);
            changed();
        } finally {
            rows.leave();
        }
        return this;
    }

    /**
     * Joins each row with its partner, the entity in one of its columns. Keeps the rows, in their order, whose partner
     * is alive and matches another query now, and drops the others. Several rows may have the same partner, and a row
     * may be its own partner. Recorded changes of the other query are not cleared.
     *
     * @param column a scalar column that this query requires
     * @param other what partners must match; a query of the same world, perhaps this selection's own
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector; if the other query
     *     is null or of another world
     * @throws IllegalStateException if either query is closed, or on a wrong thread
     */
    public Selection join(EntityColumn column, Query other) {
        RowQuery partners = other == null ? null : other.rowQuery();
        if (partners == null || partners.store() != query.store()) {
            throw new IllegalArgumentException("the other query must be of the same world: other=" + other);
        }
        rows.enter();
        try {
            rows.requireLive();
            joinWith(column, partners);
        } finally {
            rows.leave();
        }
        return this;
    }

    private void joinWith(EntityColumn column, RowQuery other) {
        other.filter().requireOpen();
        IterationContext here = query.context();
        here.checkPresence(other.filter(), other.selectors());
        here.checkValues(other.filter());
        rows.join(order.keys(column), here, other.filter());
        if (joined != other) {
            partnerWrites = new RowWrites(query.store(), query.filter().changeFilter(), other.declared());
            partnerLoop = new CheckedRow(partnerWrites);
            joined = other;
        }
        changed();
    }

    /** The number of rows, including those of destroyed entities. */
    public int size() {
        rows.requireLive();
        return rows.count();
    }

    /** Whether there are no rows. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * The entity of a row, which may have been destroyed since.
     *
     * @param index number of the row, from 0, in the selection's order
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long entity(int index) {
        return rows.entity(index);
    }

    /**
     * A row, as a new small object. To make no garbage, use {@link #forEach}, or {@link #entity} and the world's
     * getters.
     *
     * @return the row, a checked one: see {@link Row}
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws basalt.component.DeadEntityException if its entity was destroyed since
     */
    public Row row(int index) {
        return row(query.writes(), rows.entity(index));
    }

    /**
     * The partner of a row, which may have been destroyed since.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalStateException if the selection is not joined, or the scope that it was joined in has ended
     */
    public long partner(int index) {
        return rows.partner(index);
    }

    /**
     * The row of a row's partner, as a new small object, like {@link #row}.
     */
    public Row partnerRow(int index) {
        return row(partnerWrites, rows.partner(index));
    }

    /**
     * The number of groups.
     *
     * @return groups; 0 if there are no rows
     * @throws IllegalStateException if the selection is not grouped, or the scope that it was grouped in has ended
     */
    public int groupCount() {
        return groups.count();
    }

    /**
     * The common value of the rows of a group.
     *
     * @param group number of the group, from 0, in ascending order of values
     * @return the column's value; 1 or 0 for true or false
     */
    public long groupKey(int group) {
        return groups.value(group);
    }

    /**
     * The start of a group.
     *
     * @return the index of its first row
     */
    public int groupStart(int group) {
        return groups.start(group);
    }

    /**
     * The end of a group.
     *
     * @return the index after its last row, greater than {@link #groupStart}
     */
    public int groupEnd(int group) {
        return groups.end(group);
    }

    /**
     * Runs a body over the rows, in the selection's order, except for those whose entity was destroyed. For cold code:
     * the loop is not specialised.
     *
     * @param body called for each row
     * @throws IllegalStateException if the body changes this selection, or ends its scope
     */
    public void forEach(RowBody body) {
        KernelDriver.require(body);
        rows.enter();
        try {
            rows.requireLive();
            runOver(body);
        } finally {
            rows.leave();
        }
    }

    private void runOver(RowBody body) {
        CheckedRow row = free(loop, query.writes());
        row.begin();
        try {
            int before = version;
            for (int i = 0; i < rows.count(); i++) {
                long entity = rows.at(i);
                if (isAlive(entity)) {
                    body.accept(row.at(entity));
                    row.endCall();
                    requireUnchanged(before);
                }
            }
        } finally {
            row.end();
        }
    }

    /**
     * Runs a body over the rows and their partners, in the selection's order, except where one of the two was
     * destroyed. For cold code: the loop is not specialised.
     *
     * @param body called for each row and its partner
     * @throws IllegalStateException if the selection is not joined, or the body changes it or ends its scope
     */
    public void forEachPair(PairQuery.Body body) {
        KernelDriver.require(body);
        rows.enter();
        try {
            rows.requireJoined();
            runOverPairs(body);
        } finally {
            rows.leave();
        }
    }

    private void runOverPairs(PairQuery.Body body) {
        CheckedRow row = free(loop, query.writes());
        CheckedRow partnerRow = free(partnerLoop, partnerWrites);
        row.begin();
        partnerRow.begin();
        try {
            int before = version;
            for (int i = 0; i < rows.count(); i++) {
                long entity = rows.at(i);
                long partner = rows.partner(i);
                if (isAlive(entity) && isAlive(partner)) {
                    body.accept(row.at(entity), partnerRow.at(partner));
                    row.endCall();
                    partnerRow.endCall();
                    requireUnchanged(before);
                }
            }
        } finally {
            row.end();
            partnerRow.end();
        }
    }

    private void requireUnchanged(int before) {
        rows.requireLive();
        if (version != before) {
            throw new IllegalStateException(
                    "the body has changed the selection that it runs over; use another selection");
        }
    }

    private boolean isAlive(long entity) {
        return query.store().entities().isAlive(entity);
    }

    private Row row(RowWrites writes, long entity) {
        query.store().locate(entity);
        return new CheckedRow(writes, entity);
    }

    /** The reused row of a loop, so that loops make no garbage; a new one for a nested loop. */
    private static CheckedRow free(CheckedRow known, RowWrites writes) {
        return known.isInUse() ? new CheckedRow(writes) : known;
    }

    private void changed() {
        version++;
        groups.forget();
    }
}
