package basalt.query;

import static basalt.component.BlockLayout.ROW_MASK;

import basalt.check.Strict;
import basalt.component.EntityColumn;
import basalt.runtime.QueryPlan;
import basalt.runtime.RowContext;
import basalt.runtime.RowWrites;
import basalt.snapshot.Filter;
import basalt.storage.Entities;

/**
 * Makes a row's body of one over pairs: finds the partner that the row's column names, and skips rows without one. A
 * record, because the JIT trusts the fields of records to be final: so the column is a constant to it, and the body is
 * inlined.
 *
 * <p>SAFETY: a partner's base and row are those of a living entity.
 */
record WithPartner(
        PairBody body, EntityColumn column, QueryPlan partners, Filter filter, Entities entities, RowWrites writes)
        implements RowBody {
    WithPartner(PairBody body, EntityColumn column, QueryPlan partners, RowWrites writes) {
        this(body, column, partners, partners.filter(), partners.store().entities(), writes);
    }

    @Override
    public void accept(Row row) {
        RunRows rows = RunRows.of(((KernelRow) row).context());
        RowContext checked = Strict.ON ? rows.ofPartners(partners) : null;
        long handle = row.get(column);
        long base = entities.tryLocate(handle);
        int at = (int) handle & ROW_MASK;
        if (base == 0 || !filter.matches(base, at)) {
            return;
        }
        if (Strict.ON) {
            accept(row, new PartnerRow(checked, base, at, writes));
        } else {
            body.accept(row, rows.partner().at(base, at, writes));
        }
    }

    /**
     * In strict mode each partner has a row of its own, which dies with the call, and is checked by what its query
     * declares.
     */
    private void accept(Row row, PartnerRow partner) {
        try {
            body.accept(row, partner);
        } finally {
            partner.leave();
        }
    }
}
