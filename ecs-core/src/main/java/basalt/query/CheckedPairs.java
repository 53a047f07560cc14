package basalt.query;

import basalt.component.EntityColumn;
import basalt.runtime.QueryPlan;
import basalt.storage.Place;

/**
 * Adapts a {@link PairBody} to a {@link RowBody} outside of kernels: finds the partner in the row's column, and skips
 * rows without one.
 */
record CheckedPairs(PairBody body, EntityColumn column, QueryPlan partners, CheckedRow partner) implements RowBody {
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
