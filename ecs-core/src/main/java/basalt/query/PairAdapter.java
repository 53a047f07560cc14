package basalt.query;

import basalt.component.EntityColumn;
import basalt.internal.Strict;
import basalt.match.Filter;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.storage.Entities;
import basalt.storage.Place;

/**
 * Adapts a {@link PairBody} to a {@link RowBody}: finds the partner in the row's column, and skips rows without one. A
 * record, because the JIT trusts that the fields of records are final: the column is a constant, and the body is
 * inlined.
 *
 * <p>SAFETY: a partner's base and row are those of an entity that is alive.
 */
record PairAdapter(
        PairBody body, EntityColumn column, QueryPlan partners, Filter filter, Entities entities, RowWrites writes)
        implements RowBody {
    PairAdapter(PairBody body, EntityColumn column, QueryPlan partners, RowWrites writes) {
        this(body, column, partners, partners.filter(), partners.store().entities(), writes);
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
            accept(row, rows.partner(new PartnerRow(checked, base, at, writes)));
        } else {
            body.accept(row, rows.partner().at(base, at, writes));
        }
    }

    /** Moves the partner row to the partner of a row. Not in strict mode, where {@link #accept} checks each partner. */
    boolean enter(KernelRow row, PartnerRow partner) {
        long place = entities.tryLocate(row.get(column));
        if (place == 0 || !filter.matches(Place.base(place), Place.row(place))) {
            return false;
        }
        partner.at(Place.base(place), Place.row(place), writes);
        return true;
    }

    /** In strict mode each call gets a new partner row, which is checked against the partners' query. */
    private void accept(Row row, PartnerRow partner) {
        try {
            body.accept(row, partner);
        } finally {
            partner.leave();
        }
    }
}
