/**
 * Kept states of worlds.
 *
 * <p>A world is saved to files, {@link basalt.save.SaveBuffer} or any {@link basalt.save.SaveSink}, with {@link
 * basalt.save.SaveOptions}, and loaded with {@link basalt.save.LoadOptions}. A file that is damaged or does not fit is
 * refused by {@link basalt.world.SaveFormatException}.
 *
 * <p>{@link basalt.save.Snapshots} keeps the states of the last ticks in memory, and puts a world back to one of them.
 */
package basalt.save;
