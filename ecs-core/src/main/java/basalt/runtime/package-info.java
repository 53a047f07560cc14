/**
 * The runtime of a world, and the contexts of the threads that iterate over it.
 *
 * <pre>
 *   {@link basalt.runtime.WorldRuntime}   one per world: its rows, its workers, the tick's memory
 *      | current()             of the calling thread
 *      v
 *   {@link basalt.runtime.IterationContext}   one per thread: frame arena, recorder of commands, open matches
 *      |                       {@link basalt.runtime.WorldRuntime.OwnerContext}, or that of a schedule's
 *      |                       {@link basalt.runtime.Worker}
 *      | take(filter)          a {@link basalt.match.MatchedRows}
 *      v
 *   {@link basalt.runtime.IterationContext.KernelDriver}    runs a body over the rows of a block, which share a
 *                              {@link basalt.runtime.RowContext}
 * </pre>
 *
 * <p>{@link basalt.runtime.KernelRun} splits the run of a kernel into pieces for workers, and {@link
 * basalt.runtime.BulkSpawner.Spawner} spawns the entities of a template. Not exported: users have {@code basalt.query},
 * {@code basalt.world} and {@code basalt.system}.
 */
package basalt.runtime;
