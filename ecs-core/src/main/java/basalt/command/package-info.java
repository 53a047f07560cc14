/**
 * The implementation of {@code basalt.query.Commands}: recording off heap, and playback. Not exported.
 *
 * <pre>
 *   commands.add(entity, Burning.TYPE), in a system
 *     -> {@link basalt.command.CommandQueue#add}       right thread, right run, declared by the system?
 *     -> CommandStream            16 or 24 bytes: handle, code, perhaps a value; memory is only taken for a new segment
 *   the barrier, or the end of the tick
 *     -> {@link basalt.command.Playback#add}           the range of each system, in the order of the systems
 *     -> {@link basalt.command.Playback#run}           two passes over all ranges, or, where their order can
 *                                                     be seen, each command in its place:
 *          SpawnDespawnPass       activates reserved rows, destroys entities
 *          ChangePass             adds, removes, sets, enables, sends; neighbours in one word of 64 rows are one change
 *     -> {@link basalt.storage.change.Structure}       the change, which readers, hooks and iterations receive
 *     -> commands that observers record meanwhile are applied next, until none is left
 * </pre>
 *
 * <p>Spawning reserves a row and its handle at once, so other commands can name the entity. CommandQueue cancels the
 * reservations of discarded commands. A recorded event has a temporary handle, see ReservedEvents.
 */
package basalt.command;
