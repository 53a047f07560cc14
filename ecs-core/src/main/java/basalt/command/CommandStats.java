package basalt.command;

/**
 * What has become of commands.
 *
 * @param applied commands that were carried out, be it without effect, such as removing what is not there
 * @param dropped commands about an entity that was dead, or that lacked the component to be written, and those that
 *     could not have their memory
 */
public record CommandStats(long applied, long dropped) {}
