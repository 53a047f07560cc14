package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.component.EntityColumn;
import basalt.match.MatchSnapshot;
import basalt.match.SnapshotEntry;
import basalt.runtime.IterationContext;
import basalt.runtime.KernelDriver;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowWrites;
import basalt.storage.ColumnMemory;
import basalt.storage.Place;

/**
 * Selects pairs: the rows of a query, each with its partner, which is the entity in one of the row's columns.
 *
 * <pre>{@code
 * PairQuery hunts = predators.related(hunting, prey);
 * RowKernel chase = hunts.kernel((row, target) -> row.set(Turn.RATE, ...));
 * if (hunts.isEmpty()) { ... }
 * }</pre>
 *
 * <p>A row is skipped if its partner is not alive, or does not match the partners' query, when the loop reaches the
 * row. A loop takes no snapshot of the partners, so changes that a body makes to them take effect at once. Several rows
 * may have the same partner, and a row may be its own partner. A body may write to partners too, in the order of the
 * rows.
 *
 * <p>Made by {@link Query#related}. Make it once and keep it: it is evaluated on each use, at a cost that is
 * proportional to the query's rows. It needs no close. If the query looks for changes, {@link #forEach} and kernels
 * clear them, also those of rows without a partner; {@link #count} and {@link #isEmpty} do not.
 *
 * <p>For the world's thread, and for systems that declare to read the column and the components of both queries. On
 * another thread, and after the world or either query was closed, each method throws {@link IllegalStateException}.
 */
public final class PairQuery {
    private final Query query;
    private final EntityColumn column;
    private final Query partners;
    private final RowWrites partnerWrites;

    private PairQuery(Query query, EntityColumn column, Query partners) {
        this.query = query;
        this.column = column;
        this.partners = partners;
        QueryPlan plan = query.plan();
        this.partnerWrites = new RowWrites(
                plan.store(), plan.filter().changeFilter(), partners.plan().declared());
    }

    /**
     * The pairs of a query's rows and the entities in a column of theirs.
     *
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector; if the partners'
     *     query is null, of another world, or looks for changes
     */
    static PairQuery of(Query query, EntityColumn column, Query partners) {
        query.plan().filter().requireScalar(column, "pairs");
        if (partners == null || partners.plan().store() != query.plan().store()) {
            throw new IllegalArgumentException("the partners' query must be of the same world: partners=" + partners);
        }
        partners.plan().filter().requireOpen();
        if (partners.looksForChanges()) {
            throw new IllegalArgumentException(
                    "the partners' query must not look for changes; leave added() and changed() out"
                            + " of it, or join a selection");
        }
        return new PairQuery(query, column, partners);
    }

    /** {@return the query of the rows} */
    public Query query() {
        return query;
    }

    /** {@return the column with the partners} */
    public EntityColumn column() {
        return column;
    }

    /** {@return the query that partners must match} */
    public Query partners() {
        return partners;
    }

    /**
     * The number of pairs.
     *
     * @return rows that have a partner
     */
    public int count() {
        return count(Integer.MAX_VALUE);
    }

    /**
     * Whether there is no pair. Stops at the first one.
     *
     * @return true if {@link #count()} would be 0
     */
    public boolean isEmpty() {
        return count(1) == 0;
    }

    /** Counts pairs up to a limit. No code of others runs meanwhile, so the rows of the snapshot stay as they are. */
    private int count(int limit) {
        QueryPlan plan = query.plan();
        IterationContext here = plan.context();
        partners.plan().context();
        here.checkRead(column);
        MatchSnapshot matches = here.open(plan.filter());
        try {
            int count = 0;
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                for (int row = SnapshotEntry.nextMatch(entry, 0);
                        row < ROWS && count < limit;
                        row = SnapshotEntry.nextMatch(entry, row + 1)) {
                    count += hasPartner(SnapshotEntry.base(entry), row) ? 1 : 0;
                }
            }
            return count;
        } finally {
            here.close(matches);
        }
    }

    /** SAFETY: the row matches the query, which requires the column. */
    private boolean hasPartner(long base, int row) {
        long place = query.plan().store().entities().tryLocate(ColumnMemory.getLong(base, row, column.offset()));
        return place != 0 && partners.plan().filter().matches(Place.base(place), Place.row(place));
    }

    /**
     * Runs a body over the pairs once, in ascending order of rows. For cold code: each access is checked, the loop is
     * not specialised, and a call makes some small objects.
     *
     * @param body called for each row and its partner
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(PairBody body) {
        KernelDriver.require(body);
        partners.plan().context();
        CheckedRow partner = new CheckedRow(partnerWrites);
        partner.begin();
        try {
            query.forEach(new CheckedPairs(body, column, partners.plan(), partner));
        } finally {
            partner.end();
        }
    }

    /**
     * Compiles a body into a loop over the pairs. This may define a class: do it once, not each tick. It is {@link
     * Query#pairKernel}.
     *
     * @param body called for each row and its partner
     * @return the kernel
     * @throws IllegalArgumentException if the body is null
     * @throws IllegalStateException if the query looks for changes and has a kernel already: each would miss the
     *     changes that the other has seen
     */
    public RowKernel kernel(PairBody body) {
        partners.plan().filter().requireOpen();
        PairBody required = query.requireForKernel(body); // last, because it takes the kernel of a change query
        QueryPlan plan = query.plan();
        return new RowKernel(query, plan, new PairAdapter(required, column, partners.plan(), plan.writes()), partners);
    }
}
