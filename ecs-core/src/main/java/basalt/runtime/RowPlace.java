package basalt.runtime;

/**
 * Which row is handed out singly.
 *
 * @param marks its world, and how its writes are marked
 * @param entity the handle of its entity
 */
public record RowPlace(RowMarks marks, long entity) {}
