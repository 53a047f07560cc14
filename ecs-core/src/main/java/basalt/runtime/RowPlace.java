package basalt.runtime;

import basalt.component.Entity;

/**
 * Which row is handed out singly.
 *
 * @param writes its world, and how its writes are recorded
 * @param entity the handle of its entity; {@link Entity#NULL} for a {@link LoopRow} that is in no loop yet
 */
public record RowPlace(RowWrites writes, long entity) {
    /**
     * The row that goes through loops, which the query package makes of this.
     *
     * @param writes its world, and how its writes are recorded
     * @return a place that no entity has
     */
    public static RowPlace ofLoop(RowWrites writes) {
        return new RowPlace(writes, Entity.NULL);
    }
}
