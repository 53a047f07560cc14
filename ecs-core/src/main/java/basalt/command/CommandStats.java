package basalt.command;

/**
 * Counts of the commands that a world has applied and dropped. A change of an entity that is destroyed by a later
 * command, before anything could see the change, counts as either.
 *
 * @param applied commands that were applied, including those without effect, such as removing a component that the
 *     entity lacks
 * @param dropped commands for an entity that was not alive or lacked the written component, commands that were refused,
 *     and commands for which there was no memory
 */
public record CommandStats(long applied, long dropped) {}
