/**
 * Access to the rows of a world: which thread and which system may access which data, and the address of an entity's
 * data. Not exported.
 *
 * <pre>
 *   world.set(entity, Position.X, 3f)
 *     -> {@link basalt.storage.access.Store#locateWritable}     is this the owner's thread, or a worker whose system
 *                                     has declared the write ({@link basalt.storage.access.AccessCheck}, strict mode)?
 *     -> {@link basalt.storage.Entities#require}         index to block, generation compared: the block's address
 *     -> {@link basalt.storage.Pools#has}                the presence bit
 *     -> {@link basalt.storage.ColumnMemory}             block + row * size + offset
 *     -> {@link basalt.storage.change.Structure#written} notifies readers and observers, if there are any
 * </pre>
 *
 * <p>{@link basalt.storage.access.Store} combines rows, changes and events. While a schedule runs, it is lent to
 * several {@link basalt.storage.access.WorkerAccess workers}, each of which runs one system at a time.
 */
package basalt.storage.access;
