/**
 * Structural changes, and the notification of changes; events. Not exported.
 *
 * <p>Every structural change of a world goes through {@link basalt.storage.change.Structure}. It makes the change in
 * the pools, and notifies readers, iterations and hooks:
 *
 * <pre>
 *   Structure.add, remove, destroy, spawn ..
 *     1. memory for the notification is reserved; a failure here has changed nothing
 *     2. the pools and the entity pool flip the bits
 *     3. {@link basalt.storage.change.ChangeTracker}             records the rows for queries for changes
 *        {@link basalt.storage.change.RemovalLogs}               log the handles that lose a component
 *        {@link basalt.storage.change.Structure.Listener}        iterations remove rows from their snapshots
 *        {@link basalt.storage.change.Hooks}                     are called, in a
 *                                                            {@link basalt.storage.change.Hooks.HookScope}
 * </pre>
 *
 * <p>Writes of values are not structural changes. Writes to single entities go to {@link
 * basalt.storage.change.Structure#written}, which records them and calls hooks. Writes of kernels are only recorded by
 * the tracker, a whole snapshot at a time. Recorded rows are stored in the {@link basalt.storage.change.RowSet} of each
 * reader until the reader clears it.
 *
 * <p>{@link basalt.storage.change.Events} are rows that last for two ticks and belong to no entity:
 *
 * <pre>
 *   world.events(TYPE).send(..)  or a command, played back
 *     -> {@link basalt.storage.change.Events#of}          the {@link basalt.storage.change.EventPages} of the type
 *     -> {@link basalt.storage.change.EventPages#append}  the buffer of this tick takes a row in its last page
 *   world.swapEvents(), which a schedule calls when its tick ends
 *     -> {@link basalt.storage.change.Events#swap}        drops the last tick's events; those of this tick replace them
 * </pre>
 *
 * <p>A page of events has its columns at offsets from the page's base, and is written by the row images of components.
 */
package basalt.storage.change;
