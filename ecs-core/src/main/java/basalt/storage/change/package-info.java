/**
 * Structural changes, and what is told of changes. Internal; not exported.
 *
 * <p>Every structural change of a world goes through {@link basalt.storage.change.Structure}. It has the rows below
 * make the change, and where anything listens, it tells of it:
 *
 * <pre>
 *   Structure.add, remove, destroy, spawn ..
 *     1. memory that telling will take is reserved; what fails here has changed nothing
 *     2. the pools and the entity pool flip the bits
 *     3. {@link basalt.storage.change.ChangeTracker}             records the rows for queries that look for changes
 *        {@link basalt.storage.change.RemovalLogs}               log the handles that lose a component
 *        {@link basalt.storage.change.StructuralChangeListener}  iterations strike rows out of their snapshots
 *        {@link basalt.storage.change.Hooks}                     call observers, inside a {@link
 * basalt.storage.change.HookScope}
 * </pre>
 *
 * <p>Values that are written are no structural change. Writes to single entities go to
 * {@link basalt.storage.change.WriteNotifier}, which records them and calls observers; what kernels write is recorded
 * by the tracker alone, a whole snapshot at a time. A row that is recorded waits in the
 * {@link basalt.storage.change.RowSet} of each reader until that reader looks.
 */
package basalt.storage.change;
