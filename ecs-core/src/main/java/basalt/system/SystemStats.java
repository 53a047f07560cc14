package basalt.system;

/**
 * What one system has done in the ticks that are remembered. Ticks in which it did not run do not count.
 *
 * @param name the system
 * @param runs in how many of these ticks it ran
 * @param nanos how long it took, in nanoseconds of all workers together
 * @param rows how many rows its kernel went through
 * @param commands how many commands it recorded
 * @param arenaBytes the most bytes that a frame arena held for it
 */
public record SystemStats(
        String name, int runs, SampleStats nanos, SampleStats rows, SampleStats commands, SampleStats arenaBytes) {}
