/**
 * Kept states of worlds, and ticks that are run again. {@link basalt.save.Saves} has the calls that save, load, merge
 * and hash a world.
 *
 * <p>A world is saved to files, {@link basalt.save.SaveBuffer} or any {@link basalt.save.SaveSink}, with {@link
 * basalt.save.SaveOptions}, and loaded with {@link basalt.save.LoadOptions}. A file that is damaged or does not fit is
 * refused by {@link basalt.component.SaveFormatException}. A {@link basalt.save.BackgroundSave} is written by another
 * thread, and {@link basalt.save.Checkpoints} save a world from time to time.
 *
 * <p>{@link basalt.save.Snapshots} keeps the states of the last ticks in memory, and puts a world back to one of them.
 *
 * <p>{@link basalt.save.Replay} records ticks and plays them again, {@link basalt.save.ReplayDifference} compares two
 * recordings, and {@link basalt.save.Determinism} checks that the same ticks lead to the same state.
 */
package basalt.save;
