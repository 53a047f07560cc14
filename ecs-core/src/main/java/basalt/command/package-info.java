/**
 * Commands: changes that are recorded off heap and applied later. See {@link basalt.command.Commands}.
 *
 * <pre>
 *  recorded, no entity changes                    off heap               applied, in order of systems and recording
 *
 *  Commands.spawn ---- reserves the handle ---->   a stream for      spawns and destroys entities, changes components,
 *  Commands.destroy, attach, detach ----------->   each worker  -->  links and values, sends events;
 *  Commands.add, remove, enable, disable ------>                     dropped if the entity is not alive then;
 *  Commands.set, send ------------------------->                     {@link basalt.command.CommandStats} counts it
 * </pre>
 *
 * <p>A schedule applies the commands of its systems at the end of each stage. Outside of systems, {@code
 * world.applyCommands()} and the end of a kernel apply them.
 */
package basalt.command;
