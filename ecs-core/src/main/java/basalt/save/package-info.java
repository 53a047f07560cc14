/**
 * Kept states of worlds.
 *
 * <p>{@link basalt.save.Snapshots} keeps the states of the last ticks in memory, and puts a world back to one of them.
 */
package basalt.save;
