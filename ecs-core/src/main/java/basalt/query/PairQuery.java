package basalt.query;

import static basalt.component.layout.BlockLayout.ROWS;

import basalt.compiler.KernelBody;
import basalt.compiler.KernelBody.Argument;
import basalt.compiler.KernelBody.Partners;
import basalt.component.EntityColumn;
import basalt.component.EntityLink;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.match.MatchedRows;
import basalt.match.MatchedRows.MatchedBlock;
import basalt.query.KernelRow.RowStack;
import basalt.runtime.IterationContext;
import basalt.runtime.IterationContext.KernelDriver;
import basalt.runtime.KernelWork.Touched;
import basalt.runtime.RowContext;
import basalt.runtime.RowQuery;
import basalt.runtime.RowWrites;
import basalt.storage.ColumnMemory;
import basalt.storage.Entities;
import basalt.storage.Place;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Supplier;

/**
 * Selects pairs: the rows of a query, each with its partner, which is the entity in one of the row's columns.
 *
 * <pre>{@code
 * PairQuery hunts = predators.pairs(hunting.column(), prey);
 * RowKernel chase = hunts.kernel((row, target) -> row.set(Turn.RATE, ...));
 * if (hunts.isEmpty()) { ... }
 * }</pre>
 *
 * <p>A row is skipped if its partner is not alive, or does not match the partners' query, when the loop reaches the
 * row. A loop does not fix the partners beforehand, so changes that a body makes to them take effect at once. Several
 * rows may have the same partner, and a row may be its own partner. A body may write to partners too, in the order of
 * the rows.
 *
 * <p>Made by {@link Query#pairs}. Make it once and keep it: it is evaluated on each use, at a cost that is
 * proportional to the query's rows. It needs no close. If the query looks for changes, {@link #forEach} and kernels
 * clear them, also those of rows without a partner; {@link #count} and {@link #isEmpty} do not.
 *
 * <p>For the world's thread, and for systems that declare to read the column and the components of both queries. On
 * another thread, and after the world or either query was closed, each method throws {@link IllegalStateException}.
 */
public final class PairQuery {
    private static final Method ACCEPT = RecordAdapter.method(Body.class);

    private final Query query;
    private final EntityColumn column;
    private final Query partners;
    private final RowWrites partnerWrites;

    private PairQuery(Query query, EntityColumn column, Query partners) {
        this.query = query;
        this.column = column;
        this.partners = partners;
        RowQuery rowQuery = query.rowQuery();
        this.partnerWrites = new RowWrites(
                rowQuery.store(),
                rowQuery.filter().changeFilter(),
                partners.rowQuery().declared());
    }

    /**
     * The pairs of a query's rows and the entities in a column of theirs.
     *
     * @throws IllegalArgumentException if the query does not require the column, or it is a vector; if the partners'
     *     query is null, of another world, or looks for changes
     */
    static PairQuery of(Query query, EntityLink link, Query partners) {
        EntityColumn column = link == null ? null : link.column();
        query.rowQuery().filter().requireScalar(column, "pairs");
        if (partners == null || partners.rowQuery().store() != query.rowQuery().store()) {
            throw new IllegalArgumentException("the partners' query must be of the same world: partners=" + partners);
        }
        partners.rowQuery().filter().requireOpen();
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

    /** The number of pairs. */
    public int count() {
        return count(Integer.MAX_VALUE);
    }

    /** Whether there is no pair. Stops at the first one. */
    public boolean isEmpty() {
        return count(1) == 0;
    }

    /** Counts pairs up to a limit. No code of others runs meanwhile, so the rows of the matches stay as they are. */
    private int count(int limit) {
        RowQuery rowQuery = query.rowQuery();
        IterationContext here = rowQuery.context();
        partners.rowQuery().context();
        here.checkRead(column);
        MatchedRows matches = here.open(rowQuery.filter());
        try {
            int count = 0;
            for (int i = 0; i < matches.count(); i++) {
                long entry = matches.entry(i);
                for (int row = MatchedBlock.nextMatch(entry, 0);
                        row < ROWS && count < limit;
                        row = MatchedBlock.nextMatch(entry, row + 1)) {
                    count += hasPartner(MatchedBlock.base(entry), row) ? 1 : 0;
                }
            }
            return count;
        } finally {
            here.close(matches);
        }
    }

    /** SAFETY: the row matches the query, which requires the column. */
    private boolean hasPartner(long base, int row) {
        long place = query.rowQuery().store().entities().tryLocate(ColumnMemory.getLong(base, row, column.offset()));
        return place != 0 && partners.rowQuery().filter().matches(Place.base(place), Place.row(place));
    }

    /**
     * Runs a body over the pairs once, in ascending order of rows. For cold code: each access is checked, the loop is
     * not specialised, and a call makes some small objects.
     *
     * @param body called for each row and its partner
     * @throws IllegalStateException if the body leaves a cursor or a scope of the frame arena open
     */
    public void forEach(Body body) {
        KernelDriver.require(body);
        partners.rowQuery().context();
        CheckedRow partner = new CheckedRow(partnerWrites);
        partner.begin();
        try {
            query.forEach(new CheckedPairs(body, column, partners.rowQuery(), partner));
        } finally {
            partner.end();
        }
    }

    /**
     * Compiles a body into a loop over the pairs. This may define a class: do it once, not each tick. It is {@link
     * Query#pairKernel}.
     *
     * @param body called for each row and its partner
     */
    public RowKernel kernel(Body body) {
        return kernel(body, kernelBody(body), Touched::unknown, body);
    }

    /** What the compiler gets for a body of rows and their partners or parents. */
    static KernelBody kernelBody(Body body) {
        return new KernelBody(body, ACCEPT, List.of(Argument.ROW, Argument.PARTNER), null);
    }

    /** A kernel whose user's body is {@code code} for the compiler; null if it has no form for that. */
    RowKernel kernel(Body body, KernelBody code, Supplier<Touched> touched, Object userBody) {
        partners.rowQuery().filter().requireOpen();
        Body required = query.requireForKernel(body); // last, because it takes the kernel of a change query
        RowQuery rowQuery = query.rowQuery();
        return new RowKernel(
                query,
                new PairAdapter(required, code, column, partners.rowQuery(), rowQuery.writes()),
                partners,
                touched,
                userBody);
    }

    /** The body of a loop over pairs: called for each row and its partner. */
    @FunctionalInterface
    public interface Body {
        /**
         * Handles one pair.
         *
         * @param partner its partner, which may be the same row; both are valid until this method returns
         */
        void accept(Row row, Row partner);
    }

    /**
     * Adapts a {@link PairQuery.Body} to a {@link RowBody}: finds the partner in the row's column, and skips rows
     * without one. A record, because the JIT trusts that the fields of records are final: the column is a constant, and
     * the body is inlined.
     *
     * <p>SAFETY: a partner's base and row are those of an entity that is alive.
     */
    record PairAdapter(
            PairQuery.Body body,
            KernelBody code,
            EntityColumn column,
            RowQuery partners,
            Filter filter,
            Entities entities,
            RowWrites writes)
            implements RowBody {
        PairAdapter(PairQuery.Body body, KernelBody code, EntityColumn column, RowQuery partners, RowWrites writes) {
            this(
                    body,
                    code,
                    column,
                    partners,
                    partners.filter(),
                    partners.store().entities(),
                    writes);
        }

        /** What the compiler gets; null if it has no form for the body. */
        KernelBody kernelBody() {
            return code == null ? null : code.withPartners(new Partners(column, entities, filter));
        }

        @Override
        public void accept(Row row) {
            RowStack rows = RowStack.of(((KernelRow) row).context());
            RowContext checked = Strict.ON ? rows.ofPartners(partners) : null;
            long place = entities.tryLocate(row.get(column));
            long base = Place.base(place);
            int at = Place.row(place);
            if (place == 0 || !filter.matches(base, at)) {
                return;
            }
            if (Strict.ON) {
                accept(row, rows.partner(new RelatedRow.Partner(checked, base, at, writes)));
            } else {
                body.accept(row, rows.partner().at(base, at, writes));
            }
        }

        /**
         * Moves the partner row to the partner of a row. Not in strict mode, where {@link #accept} checks each partner.
         */
        boolean enter(KernelRow row, RelatedRow.Partner partner) {
            long place = entities.tryLocate(row.get(column));
            if (place == 0 || !filter.matches(Place.base(place), Place.row(place))) {
                return false;
            }
            partner.at(Place.base(place), Place.row(place), writes);
            return true;
        }

        /** In strict mode each call gets a new partner row, which is checked against the partners' query. */
        private void accept(Row row, RelatedRow.Partner partner) {
            try {
                body.accept(row, partner);
            } finally {
                partner.leave();
            }
        }
    }

    /**
     * Adapts a {@link PairQuery.Body} to a {@link RowBody} outside of kernels: finds the partner in the row's column,
     * and skips rows without one.
     */
    record CheckedPairs(PairQuery.Body body, EntityColumn column, RowQuery partners, CheckedRow partner)
            implements RowBody {
        @Override
        public void accept(Row row) {
            long entity = row.get(column);
            long place = partners.store().entities().tryLocate(entity);
            if (place != 0 && partners.filter().matches(Place.base(place), Place.row(place))) {
                body.accept(row, partner.at(entity));
                partner.endCall();
            }
        }
    }
}
