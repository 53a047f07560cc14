package basalt.system;

/**
 * Statistics of one system over the recorded ticks. Ticks in which it did not run do not count.
 *
 * @param name the system
 * @param runs the number of recorded ticks in which it ran
 * @param nanos the time of a run, in nanoseconds of all workers together
 * @param rows the rows that its kernel iterated over
 * @param commands the commands that it recorded
 * @param arenaBytes the most bytes that a frame arena held for it
 */
public record SystemStats(
        String name, int runs, SampleStats nanos, SampleStats rows, SampleStats commands, SampleStats arenaBytes) {}
