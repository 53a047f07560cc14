package basalt.system;

import basalt.internal.TextTable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Statistics of a schedule and its systems over the last ticks. Immutable.
 *
 * @param totalTicks the number of all ticks
 * @param ticks the number of last ticks that the statistics cover
 * @param tickNanos the time of whole ticks, in nanoseconds
 * @param systems the systems, in the order in which they were added
 */
public record ScheduleStats(long totalTicks, int ticks, SampleStats tickNanos, List<SystemStats> systems) {
    private static final String NONE = "-";

    /** Creates statistics with a copy of the list, which must not contain null. */
    public ScheduleStats {
        if (tickNanos == null || systems == null || systems.stream().anyMatch(figures -> figures == null)) {
            throw new IllegalArgumentException(
                    "statistics must not contain null: tickNanos=" + tickNanos + ", systems=" + systems);
        }
        systems = List.copyOf(systems);
    }

    /** {@return the statistics of one system, or nothing if there is no such system} */
    public Optional<SystemStats> find(String name) {
        return systems.stream().filter(system -> system.name().equals(name)).findFirst();
    }

    /**
     * {@return a table: a line for whole ticks, and one for each system} Rows and commands are means over the runs,
     * arena bytes the maximum.
     */
    @Override
    public String toString() {
        TextTable table =
                new TextTable("system", "runs", "median ns", "mean ns", "max ns", "rows", "commands", "arena bytes");
        table.add(
                "(tick)",
                TextTable.number(ticks),
                TextTable.number(tickNanos.median()),
                mean(tickNanos),
                TextTable.number(tickNanos.max()),
                NONE,
                NONE,
                NONE);
        systems.forEach(system -> table.add(
                system.name(),
                TextTable.number(system.runs()),
                TextTable.number(system.nanos().median()),
                mean(system.nanos()),
                TextTable.number(system.nanos().max()),
                mean(system.rows()),
                mean(system.commands()),
                TextTable.number(system.arenaBytes().max())));
        return table.toString();
    }

    private static String mean(SampleStats stats) {
        return TextTable.number(Math.round(stats.mean()));
    }

    /**
     * Statistics of one measured value over several runs. All are 0 if there was no run.
     *
     * @param min the least value
     * @param median the middle value by size; of an even number of runs, the lower of the two in the middle
     */
    public record SampleStats(long last, long min, long median, double mean, long max) {
        private static final SampleStats NONE = new SampleStats(0, 0, 0, 0, 0);

        /** The statistics of values from the oldest to the newest. */
        static SampleStats of(long[] values) {
            if (values.length == 0) {
                return NONE;
            }
            long[] sorted = values.clone();
            Arrays.sort(sorted);
            double mean = Arrays.stream(values).average().orElseThrow();
            int last = values.length - 1;
            return new SampleStats(values[last], sorted[0], sorted[last / 2], mean, sorted[last]);
        }
    }

    /**
     * Statistics of one system over the recorded ticks. Ticks in which it did not run do not count. Of a system with
     * {@link RunCondition#eachFrame()}, all frames after a tick count as one run.
     *
     * @param runs the number of recorded ticks in which it ran
     * @param nanos the time of a run, in nanoseconds of all workers together
     * @param rows the rows that its kernel iterated over
     * @param commands the commands that it recorded
     * @param arenaBytes the most bytes that a frame arena held for it
     */
    public record SystemStats(
            String name, int runs, SampleStats nanos, SampleStats rows, SampleStats commands, SampleStats arenaBytes) {}
}
