package basalt.system;

import basalt.runtime.TickSamples;
import basalt.runtime.TickTrace;
import basalt.system.ScheduleStats.SampleStats;
import basalt.system.ScheduleStats.SystemStats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Records time, rows, commands and arena bytes of a schedule's systems in the last ticks, and, if that is asked for,
 * the pieces of the current tick in a trace. Frames count for the tick before them, and are not traced. Recording makes
 * no garbage. Confined to the thread that ticks.
 *
 * <pre>
 * each array:  | systems of slot 0 | systems of slot 1 | ... | systems of slot windowTicks |
 * </pre>
 *
 * <p>Ticks use the slots in turn. There is one slot more than ticks are kept, for the current tick. A system that did
 * not run has negative nanoseconds.
 */
final class TickRecorder {
    /** The number of ticks that are kept. */
    static final int WINDOW_TICKS = 128;

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

    /** Whether systems of a frame run, which counts for the tick before it. */
    private boolean isInFrame;

    /** Null while no pieces are recorded. */
    private TickTrace trace;

    /** Of this tick; null while the flight recorder does not record such events. */
    private TickEvent event;

    /** Creates a recorder without ticks. */
    TickRecorder(List<String> names, int windowTicks) {
        this.names = List.copyOf(names);
        this.windowTicks = windowTicks;
        int length = Math.multiplyExact(windowTicks + 1, names.size());
        tickNanos = new long[windowTicks + 1];
        nanos = new long[length];
        rows = new long[length];
        commands = new long[length];
        arenaBytes = new long[length];
        startTick();
    }

    /** Sets where the pieces of the following ticks are recorded; null for nowhere. */
    void trace(TickTrace newTrace) {
        trace = newTrace;
    }

    /** Called before and after systems run in a frame, whose figures are added to those of the last tick. */
    void inFrame(boolean isIn) {
        isInFrame = isIn;
        long slot = isIn ? Math.max(0, ticks - 1) : ticks;
        first = (int) (slot % tickNanos.length) * names.size();
    }

    void beginTick(long tick, long now) {
        event = TickEvent.startIfEnabled();
        if (trace != null) {
            trace.begin(tick, now);
        }
    }

    /** Adds a piece that a worker has run to the trace. */
    void add(int system, int worker, long start, long nanos) {
        if (trace != null && !isInFrame) {
            trace.add(system, worker, start, nanos);
        }
    }

    /** The time, if it will be needed. */
    long now() {
        return trace == null ? 0 : System.nanoTime();
    }

    /** Adds a piece of the world's thread that ends now to the trace. */
    void addUntilNow(int system, long start) {
        if (trace != null && !isInFrame) {
            trace.add(system, 0, start, System.nanoTime() - start);
        }
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
        if (trace != null) {
            trace.end(tookNanos);
        }
    }

    /** Called when all of the tick's work is done. */
    void commitTick(long tick, long entities) {
        if (event != null) {
            event.commit(tick, entities);
            event = null;
        }
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
        TickSamples samples = new TickSamples();
        copyTo(samples);
        List<SystemStats> systems = new ArrayList<>();
        for (int system = 0; system < names.size(); system++) {
            systems.add(stats(samples, system));
        }
        int[] all = IntStream.range(0, samples.count()).toArray();
        return new ScheduleStats(ticks, all.length, spread(all, samples::tickNanos), systems);
    }

    private SystemStats stats(TickSamples samples, int system) {
        int[] runs = IntStream.range(0, samples.count())
                .filter(tick -> samples.nanos(tick, system) != NOT_RUN)
                .toArray();
        return new SystemStats(
                names.get(system),
                runs.length,
                spread(runs, tick -> samples.nanos(tick, system)),
                spread(runs, tick -> samples.rows(tick, system)),
                spread(runs, tick -> samples.commands(tick, system)),
                spread(runs, tick -> samples.arenaBytes(tick, system)));
    }

    private static SampleStats spread(int[] ticks, IntToLongFunction figure) {
        return SampleStats.of(Arrays.stream(ticks).mapToLong(figure).toArray());
    }

    /** Flight recorder event: one tick of a {@link Schedule}. */
    @Name("basalt.Tick")
    @Label("Tick")
    @Category("Basalt")
    @Description("One tick of a schedule")
    @StackTrace(false)
    static final class TickEvent extends Event {
        private static final TickEvent PROBE = new TickEvent();

        @Label("Tick")
        private long tick;

        @Label("Entities")
        private long entities;

        /** A started event; null while the flight recorder does not record these events. */
        static TickEvent startIfEnabled() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            TickEvent event = new TickEvent();
            event.begin();
            return event;
        }

        void commit(long number, long count) {
            tick = number;
            entities = count;
            commit();
        }
    }
}
