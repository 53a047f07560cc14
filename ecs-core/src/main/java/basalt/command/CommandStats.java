package basalt.command;

/**
 * Counts of the commands that a world has applied and dropped.
 *
 * @param applied commands that were carried out, also without effect, such as removing a component that is not there
 * @param dropped commands about a dead entity, or one that lacked the component to be written, and commands that the
 *     memory source could not give memory for
 */
public record CommandStats(long applied, long dropped) {}
