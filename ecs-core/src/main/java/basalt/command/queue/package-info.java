/**
 * What stands behind {@code basalt.command.Commands}: recording off heap, and playback. Not exported.
 *
 * <pre>
 *   commands.add(entity, Burning.TYPE), in a system
 *     -> {@link basalt.command.queue.CommandQueue#add}       right thread, right run, declared by the system?
 *     -> CommandStream            16 or 24 bytes: handle, code, perhaps a value; no memory is needed but a segment's
 *   the barrier, or the end of the tick
 *     -> {@link basalt.command.queue.Playback#add}           the stretch of each system, in the order of the systems
 *     -> {@link basalt.command.queue.Playback#run}           two passes over all stretches:
 *          SpawnDespawnPass       activates reserved rows, destroys entities
 *          ChangePass             adds, removes, sets, enables, sends; neighbours in one word of 64 rows are one change
 *     -> {@link basalt.storage.change.Structure}       the change, with all that is told of it
 *     -> what observers have recorded meanwhile is played back next, until nothing is left
 * </pre>
 *
 * <p>Spawning reserves a row and its handle at once, so other commands can name the entity. What is not carried out,
 * as its system has failed, gives its reservations back: CancelPass. An event that is to be sent has a handle of its
 * own kind, see ReservedEvents.
 */
package basalt.command.queue;
