package basalt.runtime;

import basalt.component.Entity;

/**
 * The data of a checked row.
 *
 * @param writes the row's world, and how its writes are recorded
 * @param entity the handle of its entity; {@link Entity#NULL} for a {@link LoopRow}
 */
public record RowPlan(RowWrites writes, long entity) {
    /** The plan of a {@link LoopRow}. */
    public static RowPlan ofLoop(RowWrites writes) {
        return new RowPlan(writes, Entity.NULL);
    }
}
