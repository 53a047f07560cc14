package basalt.selection;

import basalt.component.Column;
import basalt.component.Entity;
import basalt.component.EntityColumn;
import basalt.friend.Friend;
import basalt.query.PairBody;
import basalt.query.Query;
import basalt.query.Row;
import basalt.query.RowBody;
import basalt.runtime.IterationContext;
import basalt.runtime.KernelDriver;
import basalt.runtime.LoopRow;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowPlace;
import basalt.runtime.RowWrites;

/**
 * The rows of a query, taken at one moment, and what was made of them: sorted, grouped, joined, the best of them.
 *
 * <pre>{@code
 * Selection nearest = Selection.of(enemies);                // once: make it and keep it
 *
 * nearest.collect().bottom(10, Distance.METRES);            // each tick
 * for (int i = 0; i < nearest.size(); i++) {
 *     attack(nearest.entity(i));
 * }
 * }</pre>
 *
 * <p><b>Memory.</b> The rows are handles, 8 bytes each, in the frame arena of the thread that has collected them, and
 * belong to the scope that was innermost then: when it closes, or the frame ends, they are gone, and every use is an
 * {@link IllegalStateException} that says so, until {@link #collect()} is called again. Inside a kernel or cursor that
 * scope is its run. Partners and groups live likewise where {@link #join} and {@link #groupBy} were called, 8 bytes a
 * row and 12 a group at most. Scratch for sorting, 24 bytes a row, is given back at once. Made again in the same scope,
 * a result takes the same place again if it is large enough. So a steady tick makes no garbage, and where no code opens
 * scopes the end of the frame frees it all. Without memory each method throws {@link
 * basalt.memory.NativeMemoryException}, and nothing has changed.
 *
 * <p><b>Change.</b> Values are read when something is asked for by column; what is written later changes no order.
 * Entities that die stay in the selection as handles that reach nothing: {@link #entity} still gives them, {@link #row}
 * throws, {@link #forEach} skips them. What comes to match, or ceases to, after {@code collect()} makes no difference.
 * What reads a column ({@code sortBy}, {@code groupBy}, {@code top}, {@code bottom}, {@code join}) drops entities that
 * have died since, or have lost its component.
 *
 * <p><b>Columns</b> must be scalars of a component that the query requires by {@code all()}; others, and those of
 * references, are an {@link IllegalArgumentException}. Integers are ordered by value; booleans false first; entities by
 * index, then by generation, both unsigned, so {@link Entity#NULL} is the first. Floats are ordered by value, -0 before
 * 0; NaN is always last, in descending order too, and so among the {@code top} and {@code bottom} only where there are
 * too few numbers.
 *
 * <p>For one thread at a time: the one that has collected it. Systems have one each; where two use one at the same time
 * an {@link IllegalStateException} says so.
 */
public final class Selection {
    private static final Friend<Row, RowPlace> ROWS = Friend.of(Row.class, RowPlace.class);
    private static final Friend<Query, QueryPlan> PLANS = Friend.of(Query.class, QueryPlan.class);

    private final QueryPlan query;
    private final SelectedRows rows;
    private final RowOrder order;
    private final Groups groups = new Groups();
    private final LoopRow<Row> loop;
    private QueryPlan joined;
    private RowWrites partnerWrites;
    private LoopRow<Row> partnerLoop;
    private int changes;

    private Selection(QueryPlan query) {
        this.query = query;
        this.rows = new SelectedRows(query);
        this.order = new RowOrder(query);
        this.loop = loopRow(query.writes());
    }

    /**
     * A selection of a query's rows: to keep, and to sort, group, join and cut each tick.
     *
     * @param query which rows
     * @return a new selection, with nothing in it yet
     * @throws IllegalArgumentException if the query is null
     * @throws IllegalStateException if the query is closed, on a wrong thread, or after the world was closed
     */
    public static Selection of(Query query) {
        if (query == null) {
            throw new IllegalArgumentException("query must not be null: give the query whose rows are selected");
        }
        QueryPlan plan = PLANS.inside(query);
        plan.store().checkAccess();
        plan.filter().requireOpen();
        return new Selection(plan);
    }

    /**
     * Takes the rows that match now, in ascending order of their entities' indices, in place of those it had. A query
     * that looks for changes has seen them then.
     *
     * @return this
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
     * @return this
     * @throws IllegalArgumentException if the query does not require it, or it is a vector or of references
     */
    public Selection sortBy(Column column) {
        return sortBy(column, false);
    }

    /**
     * Sorts by a column, greatest first; rows of equal value keep their order.
     *
     * @param column a scalar column that the query requires
     * @return this
     * @throws IllegalArgumentException if the query does not require it, or it is a vector or of references
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
     * Sorts by a column, smallest first, and forms groups of the rows of equal value: {@link #groupCount()} and its
     * neighbours tell of them, until the rows change again.
     *
     * @param column a scalar column of integers, booleans or entities that the query requires
     * @return this
     * @throws IllegalArgumentException if the query does not require it, or it is a vector, or of floats or references
     */
    public Selection groupBy(Column column) {
        rows.enter();
        try {
            rows.requireLive();
            order.group(rows, column, groups);
            changes++; // as changed(), which would forget the groups
        } finally {
            rows.leave();
        }
        return this;
    }

    /**
     * Keeps the rows with the greatest values, greatest first; of equal ones those that came first, in their order.
     * Costs as much as looking at each row once, and sorting those that it has to keep on the way.
     *
     * @param count how many rows to keep, at least 1; all if it has fewer
     * @param column a scalar column that the query requires
     * @return this
     * @throws IllegalArgumentException if the count is not positive, the query does not require the column, or it is a
     *     vector or of references
     */
    public Selection top(int count, Column column) {
        return keepBest(count, column, true);
    }

    /**
     * Keeps the rows with the smallest values, smallest first, as {@link #top} does those with the greatest.
     *
     * @param count how many rows to keep, at least 1; all if it has fewer
     * @param column a scalar column that the query requires
     * @return this
     * @throws IllegalArgumentException if the count is not positive, the query does not require the column, or it is a
     *     vector or of references
     */
    public Selection bottom(int count, Column column) {
        return keepBest(count, column, false);
    }

    private Selection keepBest(int count, Column column, boolean greatest) {
        if (count <= 0) {
            throw new IllegalArgumentException("count must be > 0: count=" + count);
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
     * Joins each row with the entity that a column of it names, its partner: keeps the rows, in their order, whose
     * partner is alive and matches another query now, and drops the others. Several rows may have one partner, and a
     * row may be its own. The other query only looks: changes that it looks for stay unseen.
     *
     * @param column a scalar column that this query requires
     * @param other what partners must match, a query of the same world; perhaps this selection's own
     * @return this
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector; if the other query
     *     is null or of another world
     * @throws IllegalStateException if either query is closed, or on a wrong thread
     */
    public Selection join(EntityColumn column, Query other) {
        QueryPlan partners = other == null ? null : PLANS.inside(other);
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

    private void joinWith(EntityColumn column, QueryPlan other) {
        other.filter().requireOpen();
        IterationContext here = query.context();
        here.checkSeen(other.filter(), other.selectors());
        rows.join(order.keys(column), here, other.filter());
        if (joined != other) {
            partnerWrites = new RowWrites(query.store(), query.filter().changeFilter(), other.declared());
            partnerLoop = loopRow(partnerWrites);
            joined = other;
        }
        changed();
    }

    /**
     * How many rows it has, those of the dead included.
     *
     * @return rows
     */
    public int size() {
        rows.requireLive();
        return rows.count();
    }

    /**
     * Whether it has no rows.
     *
     * @return true if {@link #size()} is 0
     */
    public boolean isEmpty() {
        return size() == 0;
    }

    /**
     * The entity of a row, which may have died since.
     *
     * @param index which row, from 0 in the selection's order
     * @return its handle
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public long entity(int index) {
        return rows.entity(index);
    }

    /**
     * A row, a small object. Where a loop must make no garbage, use {@link #forEach}, or {@link #entity} and the
     * world's getters.
     *
     * @param index which row, from 0 in the selection's order
     * @return the row, a checked one: see {@link Row}
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws basalt.component.DeadEntityException if its entity has died since
     */
    public Row row(int index) {
        return row(query.writes(), rows.entity(index));
    }

    /**
     * The entity that a row is joined with, which may have died since.
     *
     * @param index which row, from 0 in the selection's order
     * @return its partner's handle
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalStateException if the selection is not joined, or the scope that it was joined in has ended
     */
    public long partner(int index) {
        return rows.partner(index);
    }

    /**
     * The row that a row is joined with, a small object, as {@link #row}'s.
     *
     * @param index which row, from 0 in the selection's order
     * @return its partner's row, a checked one: see {@link Row}
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalStateException if the selection is not joined, or the scope that it was joined in has ended
     * @throws basalt.component.DeadEntityException if the partner has died since
     */
    public Row partnerRow(int index) {
        return row(partnerWrites, rows.partner(index));
    }

    /**
     * How many groups there are.
     *
     * @return groups; 0 if there are no rows
     * @throws IllegalStateException if the selection is not grouped, or the scope that it was grouped in has ended
     */
    public int groupCount() {
        return groups.count();
    }

    /**
     * What the rows of a group have in common.
     *
     * @param group which one, from 0 in ascending order
     * @return the column's value; 1 or 0 for true or false
     * @throws IndexOutOfBoundsException if there is no such group
     * @throws IllegalStateException if the selection is not grouped, or the scope that it was grouped in has ended
     */
    public long groupKey(int group) {
        return groups.value(group);
    }

    /**
     * Where a group begins.
     *
     * @param group which one, from 0 in ascending order
     * @return the index of its first row
     * @throws IndexOutOfBoundsException if there is no such group
     * @throws IllegalStateException if the selection is not grouped, or the scope that it was grouped in has ended
     */
    public int groupStart(int group) {
        return groups.start(group);
    }

    /**
     * Where a group ends.
     *
     * @param group which one, from 0 in ascending order
     * @return the index behind its last row, greater than {@link #groupStart}
     * @throws IndexOutOfBoundsException if there is no such group
     * @throws IllegalStateException if the selection is not grouped, or the scope that it was grouped in has ended
     */
    public int groupEnd(int group) {
        return groups.end(group);
    }

    /**
     * Runs a body over the rows, in the selection's order, except for those whose entity has died. For cold code: the
     * JIT does not specialise this loop.
     *
     * @param body what to do to a row
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body changes this selection, or ends the scope that it lives in
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
        LoopRow<Row> row = free(loop, query.writes());
        row.begin();
        try {
            int before = changes;
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
     * Runs a body over the rows and their partners, in the selection's order, except where one of the two has died. For
     * cold code: the JIT does not specialise this loop.
     *
     * @param body what to do to a row and its partner
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the selection is not joined, the body changes it, or ends the scope that it
     *     lives in
     */
    public void forEachPair(PairBody body) {
        KernelDriver.require(body);
        rows.enter();
        try {
            rows.requireJoined();
            runOverPairs(body);
        } finally {
            rows.leave();
        }
    }

    private void runOverPairs(PairBody body) {
        LoopRow<Row> row = free(loop, query.writes());
        LoopRow<Row> partnerRow = free(partnerLoop, partnerWrites);
        row.begin();
        partnerRow.begin();
        try {
            int before = changes;
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
        if (changes != before) {
            throw new IllegalStateException("the body has changed the selection that it is run over; use another one");
        }
    }

    private boolean isAlive(long entity) {
        return query.store().entities().isAlive(entity);
    }

    private Row row(RowWrites writes, long entity) {
        query.store().locate(entity);
        return ROWS.outside(new RowPlace(writes, entity));
    }

    /**
     * The row of a loop, which is made once, so that loops make no garbage; another one for a loop inside of a loop.
     */
    private static LoopRow<Row> free(LoopRow<Row> known, RowWrites writes) {
        return known.isInUse() ? loopRow(writes) : known;
    }

    @SuppressWarnings("unchecked") // the query package makes a LoopRow<Row> of a place that no entity has
    private static LoopRow<Row> loopRow(RowWrites writes) {
        return (LoopRow<Row>) ROWS.outside(RowPlace.ofLoop(writes));
    }

    private void changed() {
        changes++;
        groups.forget();
    }
}
