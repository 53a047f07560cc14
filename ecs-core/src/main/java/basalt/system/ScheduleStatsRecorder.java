package basalt.system;

import basalt.runtime.TickSamples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records time, rows, commands and arena bytes of a schedule's systems in the last ticks. Recording makes no garbage.
 * Confined to the thread that ticks.
 *
 * <pre>
 * each array:  | systems of slot 0 | systems of slot 1 | ... | systems of slot windowTicks |
 * </pre>
 *
 * <p>Ticks use the slots in turn. There is one slot more than ticks are kept, for the current tick. A system that did
 * not run has negative nanoseconds.
 */
final class ScheduleStatsRecorder {
    static final int DEFAULT_WINDOW_TICKS = 128;

    private static final int MAX_WINDOW_TICKS = 1 << 16;
    private static final long NOT_RUN = TickSamples.NOT_RUN;

    private final List<String> names;
    private final int windowTicks;
    private final long[] tickNanos;
    private final long[] nanos;
    private final long[] rows;
    private final long[] commands;
    private final long[] arenaBytes;
    private long ticks;
    private int first;

    /** Creates a recorder without ticks. */
    ScheduleStatsRecorder(List<String> names, int windowTicks) {
        this.names = List.copyOf(names);
        this.windowTicks = requireWindow(windowTicks);
        int length = Math.multiplyExact(windowTicks + 1, names.size());
        tickNanos = new long[windowTicks + 1];
        nanos = new long[length];
        rows = new long[length];
        commands = new long[length];
        arenaBytes = new long[length];
        startTick();
    }

    static int requireWindow(int windowTicks) {
        if (windowTicks <= 0 || windowTicks > MAX_WINDOW_TICKS) {
            throw new IllegalArgumentException(
                    "windowTicks must be from 1 to " + MAX_WINDOW_TICKS + ": windowTicks=" + windowTicks);
        }
        return windowTicks;
    }

    /** Records a run of a system in this tick. Several runs in a tick add up; of arena bytes the maximum counts. */
    void record(int system, long tookNanos, long handledRows, long recordedCommands, long highWaterBytes) {
        int at = first + system;
        if (nanos[at] == NOT_RUN) {
            nanos[at] = 0;
        }
        nanos[at] += Math.max(0, tookNanos);
        rows[at] += handledRows;
        commands[at] += recordedCommands;
        arenaBytes[at] = Math.max(arenaBytes[at], highWaterBytes);
    }

    /** Ends the tick, also a failed one. Later runs belong to the next tick. */
    void endTick(long tookNanos) {
        tickNanos[(int) (ticks % tickNanos.length)] = tookNanos;
        ticks++;
        startTick();
    }

    /** Copies the figures of the ticks that have ended. */
    void copyTo(TickSamples to) {
        to.copy(ticks, windowTicks, tickNanos, nanos, rows, commands, arenaBytes);
    }

    private void startTick() {
        first = (int) (ticks % tickNanos.length) * names.size();
        int end = first + names.size();
        Arrays.fill(nanos, first, end, NOT_RUN);
        Arrays.fill(rows, first, end, 0);
        Arrays.fill(commands, first, end, 0);
        Arrays.fill(arenaBytes, first, end, 0);
    }

    /** The statistics of the ticks that have ended. */
    ScheduleStats stats() {
        int remembered = (int) Math.min(ticks, windowTicks);
        int[] slots = new int[remembered];
        for (int i = 0; i < remembered; i++) {
            slots[i] = (int) ((ticks - remembered + i) % tickNanos.length);
        }
        List<SystemStats> systems = new ArrayList<>();
        for (int system = 0; system < names.size(); system++) {
            systems.add(stats(system, slots));
        }
        SampleStats whole = SampleStats.of(
                Arrays.stream(slots).mapToLong(slot -> tickNanos[slot]).toArray());
        return new ScheduleStats(ticks, remembered, whole, systems);
    }

    private SystemStats stats(int system, int[] slots) {
        int[] runs = Arrays.stream(slots)
                .map(slot -> slot * names.size() + system)
                .filter(at -> nanos[at] != NOT_RUN)
                .toArray();
        return new SystemStats(
                names.get(system),
                runs.length,
                spread(nanos, runs),
                spread(rows, runs),
                spread(commands, runs),
                spread(arenaBytes, runs));
    }

    private static SampleStats spread(long[] figures, int[] runs) {
        return SampleStats.of(Arrays.stream(runs).mapToLong(at -> figures[at]).toArray());
    }
}
