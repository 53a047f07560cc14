package basalt.runtime;

/**
 * Which row is handed out singly.
 *
 * @param writes its world, and how its writes are recorded
 * @param entity the handle of its entity
 */
public record RowPlace(RowWrites writes, long entity) {}
