/**
 * What stands behind {@code basalt.command.Commands}: a {@link basalt.command.queue.CommandQueue} records off heap, and
 * {@link basalt.command.queue.Playback} makes the changes of one or several of them. Not exported.
 */
package basalt.command.queue;
