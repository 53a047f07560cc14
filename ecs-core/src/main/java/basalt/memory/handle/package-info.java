/**
 * Blocks of memory that are reached by handles; internal.
 *
 * <p>{@link basalt.memory.handle.Handles} are the generations behind them: they tell a handle that is live from each
 * that is not, and end the slices of a block that is freed or moved.
 */
package basalt.memory.handle;
